"""Recipes of mathematics: constructions, circles, figures that repeat themselves, curves, bodies in space."""

from . import calculus, circles, constructions, fractals, patterns, space

RECIPES = (
    *calculus.RECIPES,
    *circles.RECIPES,
    *constructions.RECIPES,
    *fractals.RECIPES,
    *patterns.RECIPES,
    *space.RECIPES,
)
