"""Recipes of the sciences: light and waves, bodies and forces, circuits, machines, matter, the sky and the ground."""

from . import circuits, forces, light, machines, matter, mechanics, particles, skies

RECIPES = (
    *circuits.RECIPES,
    *forces.RECIPES,
    *light.RECIPES,
    *machines.RECIPES,
    *matter.RECIPES,
    *mechanics.RECIPES,
    *particles.RECIPES,
    *skies.RECIPES,
)
