"""Drawings of everyday things, made of parametric parts with names.

forms.py      outlines: circles, rounded boxes, smooth closed curves, path texts; moving, turning, cutting in two
palette.py    colours by their plain names, several tints each
emblems.py    outlines that have a shape word (star, heart, …)
sketch.py     parts, details, lines, chosen colours, counts and shapes of a thing; the attributes that follow
kind.py       a kind of thing: its name, its category, the function that sketches it, what it is for
looks.py      the finish of a sketch: flat, outlined, two-tone, with gradients
drawing.py    a finished drawing: its program, and everything that is known about it
path_text.py  numbers and path data as text
designs/      the kinds, each in several designs
writing/      a finished sketch as the SVG that one of several tools writes
lookalikes/   wrong options that a drawing resembles as much as the right one
"""
