"""A builtin row's scene, drawn from the row's seed, and the columns that describe it.

Programs have 2,000 to 8,000 tokens, as in the paper (§3.2), by the tokenizer that the row names; a scene outside this
range is drawn again.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sgpkit.benchmark import Row
from sgpkit.families.shared.naming import dotted_name

if TYPE_CHECKING:
    from .edits import Edit
    from .scenes import Scene

BUILTIN = "builtin"
SEED, EDITS = "seed", "edits"
"""Keys of a source's row in addition to its columns: the seed of its scene, and the edits to try."""

LEAST_TOKENS, MOST_TOKENS = 2000, 8000
TRIES = 60


class Drawn(NamedTuple):
    scene: "Scene"
    code: str
    tokens: int


@lru_cache(maxsize=64)
def drawn(kind: str, seed: str, tokenizer: str) -> Drawn:
    from . import scenes

    count = 0
    for attempt in range(TRIES):
        scene = scenes.draw(kind, random.Random(f"{seed}:{attempt}" if attempt else seed))
        code = scenes.write(scene)
        count = scenes.tokens(code, tokenizer)
        if LEAST_TOKENS <= count <= MOST_TOKENS:
            return Drawn(scene, code, count)
    raise LookupError(
        f"{seed}: no {kind} of {LEAST_TOKENS:,} to {MOST_TOKENS:,} tokens in {TRIES} tries; the last has {count:,}"
    )


def redrawn(row: Row) -> Drawn:
    return drawn(row["kind"], row[SEED], row["tokenizer"])


def plain(row: Row) -> Row:
    """Return the row with its drawing, without the source's keys."""
    from . import scenes

    made = redrawn(row)
    kept = {name: value for name, value in row.items() if name not in (SEED, EDITS)}
    category = type(made.scene.spec).__name__.lower()  # chart, diagram, face, logo, place, display
    drawn_by = dotted_name(scenes.drawer(made.scene.spec))
    return kept | {"generator": drawn_by, "category": category, "code": made.code, "tokens": made.tokens}


def described(row: Row) -> Row:
    from . import scenes

    scene = redrawn(row).scene
    texts = {f"description_{colors}": scenes.description(scene, colors) for colors in ("hex", "names")}
    return plain(row) | texts


def captioned(row: Row) -> Row:
    from . import scenes

    caption, paraphrases = scenes.captions(redrawn(row).scene)
    return plain(row) | {"caption": caption, "paraphrases": list(paraphrases)}


def edited(row: Row) -> Row:
    from sgpkit.metrics.pictures import edit_list

    from . import edits, scenes

    scene = redrawn(row).scene
    made = first_edit(scene, row[EDITS], random.Random(f"{row[SEED]}:edit"))
    return plain(row) | {
        "generator": dotted_name(edits.maker(made.kind)),
        "edit": made.kind,
        "instruction": made.instruction,
        "wordings": list(made.wordings),
        "target": scenes.write(made.after),
        "changes": edit_list.write_changes(edits.changes(scene, made.after, made.kind, made.instruction)),
    }


def first_edit(scene: "Scene", order: Sequence[str], generator: random.Random) -> "Edit":
    """Return the first kind that fits the scene and gives an edit."""
    from . import edits

    fitting = set(edits.applicable(scene))
    failed = []
    for kind in order:
        if kind in fitting:
            try:
                return edits.apply(kind, scene, generator)
            except RuntimeError as error:  # no draw of this kind is an edit; try another kind
                failed.append(str(error))
    raise LookupError(f"no edit of this {scene.kind} comes out: {'; '.join(failed) or 'none fits'}")
