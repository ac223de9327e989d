"""Scenes: rich random drawings whose parts and contents are known. The rest of the family uses these functions:

draw(kind, generator) -> Scene           one of KINDS, within the published range of lengths, and colourful enough
description(scene, colors) -> str        an instruction to draw the scene; colors "hex" or "names"
captions(scene) -> str, tuple            a caption of the scene, and paraphrases of it
write(scene) -> str                      its SVG
recompose(scene, spec) -> Scene          the scene after a change of its specification
drawer(spec) -> function                 the function that draws the form of a scene
tokens(code, tokenizer="") -> int        length by an estimate, or by a tokenizer that the user names
color_entropy(pixels) -> float           the variety of a drawing's colours, in bits

scene.py      Part and Scene, which edits change         specs.py     specifications of scenes
genre.py      Genre: the declaration of charts, faces, icons and so on. Each has a folder with
choice.py     a random specification                      composing.py the parts of its scene, without randomness
things        things as parts: the kinds that families share, things of nature, and man-made things
patterns.py    patterns of small signs on the ground
style.py, writing.py  SVG of a scene in the styles of different authors and programs
"""

from .captioning import captions
from .composing import compose, drawer, recompose
from .describing import description
from .drawing import FEWEST, KINDS, LEAST_ENTROPY, MOST, category, draw
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
    "category",
    "color_entropy",
    "compose",
    "description",
    "draw",
    "drawer",
    "recompose",
    "tokens",
    "write",
]
