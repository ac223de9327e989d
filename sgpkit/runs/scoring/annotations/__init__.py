"""Annotations: what outside models say about a run's responses, kept in the run."""
