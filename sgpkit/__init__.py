"""sgpkit: measure how well language models understand and write symbolic graphics programs."""

__version__ = "0.1.0"
