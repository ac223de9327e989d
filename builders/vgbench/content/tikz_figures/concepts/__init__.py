"""Families of concepts: of each, all are drawn with the same commands, and only what they show tells them apart.

family.py       a family, and ways to write what several of them have
shapes.py       triangles, quadrilaterals, circles, lines, angles, motions, symmetry, fields
curves.py       growth, waves, distributions, clouds of points, sets
structures.py   maps, graphs, trees of numbers, tables, sequences, matrices
"""

from . import curves, shapes, structures

FAMILIES = (*shapes.FAMILIES, *curves.FAMILIES, *structures.FAMILIES)
RECIPES = tuple(recipe for family in FAMILIES for recipe in family.recipes())
