"""Runs: a model asked over a config, with every response kept on disk."""
