"""Flat sketches: their kinds, what is done to them, and what is known of their form."""
