"""Drawings with many designs: each kind of object in designs that differ in their parts, each design in many drawings.

warp.py      a design's own proportions: a sketch stretched, tapered, leaned
proof.py     which counts, colours and shapes of a drawing its pixels bear out, as `view.py` paints it
drawing.py   a drawing of a design, written in one of several styles, with the attributes that were proven
numbering.py kinds whose designs are numbered with two choices in front
kinds/       the kinds: grammars whose parts are built in several ways, by category
"""
