"""The requests for a drawing, and the terms by which a builtin prompt is decided."""

REQUEST = """\
Draw this as one SVG document: {prompt}

{terms}Reply with the SVG alone, from <svg …> to </svg>: valid, and with no more elements than the drawing needs."""

PLAN = """\
Draw this as one SVG document: {prompt}

{terms}First list every shape with its color, its size and its place, and check the list against the text. Then write \
the SVG, from <svg …> to </svg>: valid, and with no more elements than the drawing needs."""

TERMS = """\
Draw exactly what is named, on a square white page, and nothing else: no background, no frame, no text, no \
animation. Every shape is one closed outline, filled with one plain color, wholly on the page and at least partly in \
view.
- A rectangle is clearly longer than it is wide, and an ellipse no circle; a diamond stands on its tip; pentagons, \
hexagons and stars are of the usual kind.
- To the left of, to the right of, above, below: all of one thing lies on that side of all of the other.
- Inside, within, holds: all of the inner thing lies within the outline of the outer, and is painted over it.
- In front of: the two overlap, and the first is painted over the second.
- Resting on: its lower edge lies on the upper edge of the other.
- In a row or a column, on one middle line: the middles of the things are on one line.
- Wide: the full width from the leftmost to the rightmost point.
- A corner is a third of the page each way.

"""
