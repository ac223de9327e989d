"""The rubrics of the published scale by type, in our own words, and the frame of questions with yes and no."""

import json
from collections.abc import Mapping
from typing import Any

from sgpkit.benchmark import Row
from sgpkit.families.shared import tables

from .. import constraints

WORDS = tables.read(__file__, "rubrics.toml")

BINDING: str = WORDS["binding"]

RELATION: str = WORDS["relation"]

NUMERACY: str = WORDS["numeracy"]

ONE_MARK: str = WORDS["one_mark"]

THREE_MARKS: str = WORDS["three_marks"]

RETRY = """\
That cannot be read. Reply with nothing but the lines that were asked for at the end, all of them, in their form."""

QUESTIONS: str = WORDS["questions"]

TEXTS: Mapping[str, str] = {
    "binding": BINDING + ONE_MARK,
    "relation": RELATION + ONE_MARK,
    "numeracy": NUMERACY + THREE_MARKS,
}


def questions_of(row: Row) -> list[str]:
    """Return the required content of a drawing, as questions whose answer is yes."""
    if row["specification"]:
        return [
            f"Are there exactly {item.number} {constraints.named(item)}s?"
            if item.number > 1
            else f"Is there exactly one {constraints.named(item)}?"
            for item in constraints.read(row["specification"]).items
        ] + [f"Is this what is drawn, in every respect: {row['prompt']}"]
    held: Mapping[str, Any] = json.loads(row["metadata"] or "{}")
    asked = [f"Is there a {noun}?" for noun in held.get("nouns", ())]
    for attribute in ("colors", "shapes", "textures"):
        pairs = zip(held.get(attribute, ()), held.get("nouns", ()), strict=False)
        asked += [f"Is the {noun} {value}?" for value, noun in pairs]
    asked += [f"Is the number of {entry['noun']}s exactly {entry['count']}?" for entry in held.get("object_counts", ())]
    if held.get("relation"):
        asked.append(f"Does the drawing show {row['prompt'].rstrip('.')}?")
    return asked or [f"Does the drawing show this: {row['prompt']}"]
