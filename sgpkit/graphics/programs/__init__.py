"""Drawings by programs in general languages: matplotlib, Pillow, and any language that a completion chooses."""
