"""Dataset cards: the README.md and `eval.yaml` of a built folder."""
