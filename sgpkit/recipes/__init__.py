"""Training recipes: `python -m sgpkit.recipes.sit`."""
