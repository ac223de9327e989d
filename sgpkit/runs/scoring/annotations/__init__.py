"""Annotations: verdicts of other models on a run's responses, stored in the run."""
