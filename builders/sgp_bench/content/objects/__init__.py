"""Everyday objects, drawn from parametric parts that know what they are: the builtin drawings of SGP-Bench.

forms.py      outlines: circles, rounded boxes, smooth closed curves, path texts; moving, turning, cutting in two
palette.py    colours by their plain names, several tints each
emblems.py    outlines that have a shape word (star, heart, …)
sketch.py     what an artist calls: parts, details, lines, chosen colours, counts and shapes; the facts that follow
writing.py    a finished sketch as the SVG that one of several illustration tools writes
catalogue.py  all kinds of objects, and `draw(kind, generator)`
<category>.py the kinds of one category, each a function that draws on a sketch
"""
