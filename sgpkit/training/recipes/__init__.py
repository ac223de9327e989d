"""Training recipes: `python -m sgpkit.training.recipes.sit`."""
