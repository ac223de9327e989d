"""Drawings by programs in general languages: matplotlib, and any language that a completion chooses."""
