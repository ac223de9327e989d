"""Recipes of the sciences: light and waves, bodies and forces, machines, matter, the sky and the ground."""

from . import forces, light, machines, matter, skies

RECIPES = (*forces.RECIPES, *light.RECIPES, *machines.RECIPES, *matter.RECIPES, *skies.RECIPES)
