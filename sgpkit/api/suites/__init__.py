"""Evaluations of models on suites: many configs, built, asked, scored and reported by one call."""
