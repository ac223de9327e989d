"""Scoring functions over batches. `evaluate_metrics/X` wraps the module X here for the Hub's `evaluate` library."""
