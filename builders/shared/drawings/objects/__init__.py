"""Kinds in one design each, by category."""
