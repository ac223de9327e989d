"""Recipes of TikZ figures by subject; each module lists its own in `RECIPES`."""
