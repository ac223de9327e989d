"""Evaluations of models on suites: one call builds, asks, scores and reports many configs."""
