"""Flat sketches: plane curves, loops, constraints, and what can be measured on them."""
