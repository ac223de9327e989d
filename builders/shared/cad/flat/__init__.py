"""Flat sketches: their kinds, changes to them, and properties of their form."""
