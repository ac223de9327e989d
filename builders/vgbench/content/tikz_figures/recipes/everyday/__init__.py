"""Recipes of things of everyday life: games, instruments, clocks, signs, houses."""

from . import games, music, signs, things, vehicles

RECIPES = (*games.RECIPES, *music.RECIPES, *signs.RECIPES, *things.RECIPES, *vehicles.RECIPES)
