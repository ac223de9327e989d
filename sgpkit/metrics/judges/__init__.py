"""Prompts for language models that judge, and how their replies are read."""
