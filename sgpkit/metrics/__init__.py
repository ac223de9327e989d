"""Plain scoring functions over batches. `evaluate_metrics/X` is the Hub's shell of the module X here."""
