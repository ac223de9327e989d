"""Edits: named semantic changes of a scene, each with its target and an instruction in several wordings.

edit.py            Edit, the value; Change and EditKind, what the files below declare
catalogue.py       all kinds; which fit a scene, and making one
proof.py           that an edit is none of the simple ones, and which parts it touches
charts, diagrams   the kinds, by family of scenes, in `KINDS` of their files and of kinds.py in their folders; likewise
                   displays, faces, logos, places, singles; general.py: those of several families
additions.py       the shapes that edits add; room.py: where there is room for them; phrases.py: names of things

    kind = random.choice(edits.applicable(scene))
    edit = edits.apply(kind, scene, random)            # edit.instruction, edit.after
"""

from .catalogue import KINDS, applicable, apply, maker
from .changes import changes
from .edit import Edit

__all__ = ["KINDS", "Edit", "applicable", "apply", "changes", "maker"]
