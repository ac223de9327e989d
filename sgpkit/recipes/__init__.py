"""Training recipes: `python -m sgpkit.recipes.sit`. A checkout has them in `recipes/`, a wheel here."""

from sgpkit import content

if content.CHECKOUT:
    __path__.append(str(content.CHECKOUT / "recipes"))
