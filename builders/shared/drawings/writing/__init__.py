"""From shapes to SVG code as real tools write it, chosen per drawing: one colour or several, layered or flattened.

regions.py    areas of the plane: union, difference, strokes as outlines (Skia's path operations)
inks.py       what is painted: an area or a line in one colour
glyph.py      a sketch in one colour: solid with cut-outs, or its outlines
flattening.py layers cut where others cover them, merged by colour, reordered where nothing overlaps
outlines.py   the same outline through other points: started elsewhere, reversed, split, lines as curves
path_data.py  path text with every letter of SVG: absolute or relative, arcs, quadratics, short forms
canvas.py     the tool: header, canvas, groups, transforms, precision
document.py   the SVG text of a drawing
tools.py      the illustration tools: headers, numbers, indents
layers.py     a finished sketch as SVG text in layers, as one of these tools writes it
"""
