"""The submission program: run a model over a config, score what it answered, report, show."""
