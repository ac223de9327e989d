"""Edits: named semantic changes of a scene, each with its target and an instruction in several wordings.

edit.py            Edit, the value; Change and EditKind, what the files below declare
catalogue.py       all kinds; which fit a scene, and making one
proof.py           that an edit is none of the simple ones, and which parts it touches
*_edits.py         the kinds, by family of scenes; any_edits.py: those of several families
additions.py       what edits draw; room.py: where there is room for it; phrases.py: how things are called

    kind = random.choice(edits.applicable(scene))
    edit = edits.apply(kind, scene, random)            # edit.instruction, edit.after
"""

from .catalogue import KINDS, applicable, apply
from .edit import Edit

__all__ = ["KINDS", "Edit", "applicable", "apply"]
