"""Recipes of mathematics: constructions, circles, fractals and patterns, curves, solids."""

from . import calculus, circles, constructions, fractals, patterns, space

RECIPES = (
    *calculus.RECIPES,
    *circles.RECIPES,
    *constructions.RECIPES,
    *fractals.RECIPES,
    *patterns.RECIPES,
    *space.RECIPES,
)
