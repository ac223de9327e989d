"""Families of concepts. The figures of a family use the same commands and differ only in their subjects.

family.py       a family, and ways to write common parts
shapes.py       triangles, quadrilaterals, circles, lines, angles, motions, symmetry, fields
curves.py       growth, waves, distributions, clouds of points, sets
structures.py   maps, graphs, trees of numbers, tables, sequences, matrices
"""

from . import curves, shapes, structures

FAMILIES = (*shapes.FAMILIES, *curves.FAMILIES, *structures.FAMILIES)
RECIPES = tuple(recipe for family in FAMILIES for recipe in family.recipes())
