"""Measurements of how quickly datasets, runs, reports and submissions are made."""
