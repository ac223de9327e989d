"""Scenes: rich drawings, chosen by chance, whose parts and contents are known. The rest of the family uses these:

draw(kind, generator) -> Scene           one of KINDS, within the published range of lengths, and colourful enough
description(scene, colors) -> str        what to draw, as an instruction; colors "hex" or "names"
captions(scene) -> str, tuple            the same contents as a person captions them, and in five other templates
write(scene) -> str                      its SVG
recompose(scene, spec) -> Scene          the scene after a change of its specification
drawer(spec) -> function                 what draws that which tells a form of scene from others
tokens(code, tokenizer="") -> int        length by an estimate, or by a tokenizer that the user names
color_entropy(pixels) -> float           how varied a drawing's colours are, in bits

scene.py      Part and Scene: what edits work on          specs.py     what a scene is composed from
genre.py      Genre: what charts, diagrams, faces, logos, places, displays declare, in a folder each, with
choice.py     a specification by chance                   composing.py the parts of its scene, free of chance
things        the kinds that families share, and things of nature and made by people, as parts
style.py, writing.py  how different hands and programs write the same drawing
"""

from .captioning import captions
from .composing import compose, drawer, recompose
from .describing import description
from .drawing import FEWEST, KINDS, LEAST_ENTROPY, MOST, draw
from .entropy import color_entropy
from .scene import Part, Scene
from .tokens import tokens
from .writing import write

__all__ = [
    "FEWEST",
    "KINDS",
    "LEAST_ENTROPY",
    "MOST",
    "Part",
    "Scene",
    "captions",
    "color_entropy",
    "compose",
    "description",
    "draw",
    "drawer",
    "recompose",
    "tokens",
    "write",
]
