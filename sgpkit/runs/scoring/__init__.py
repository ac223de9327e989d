"""Scores of a run's responses, the figures made of them, and comparisons between runs."""
