"""Contrasts: a request, a reference, a right answer, and the same answer with one thing wrong.

scene.py     plain figures on a page and what a request says of them
plans.py     scenes with room for one change of an axis, and the change in three grades
variations.py  what a request leaves open: shades, places, the order and the notation of elements
making.py    a contrast of figures, in SVG, TikZ, turtle code or the drawing of a CAD sketch or solid
svg.py tikz.py turtle.py cad.py solid.py   a scene as a program of each language
graphs.py    graphs in Graphviz      designs.py   designs of everyday things in SVG

`Evidence.contrasts` of the families declares them; `sgpkit metrics court` and `sgpkit family check` use them.
"""
