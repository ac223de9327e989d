"""Recipes of graphs by domain; each module lists its own in `RECIPES`."""
