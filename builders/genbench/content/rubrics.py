"""The rubrics of the published scale by type, in our own words, and the frame of questions with yes and no."""

import json
from collections.abc import Mapping
from typing import Any

from sgpkit.benchmark import Row

from .. import constraints

BINDING = """\
You look at a drawing that was made from this text: {prompt}
Mark whether the things of the text are there and have the attributes that it gives them:
100: the things are there, each with its own attribute.
50: the things are there, but not their attributes.
30: the attributes are there, but not on the things that should have them.
0: neither."""

RELATION = """\
You look at a drawing that was made from this text: {prompt}
Mark whether the things of the text are there and lie or act as it says:
100: the things are easy to recognise, and the relation is right.
50: the relation is right, but the things are hard to recognise.
30: the things are easy to recognise, but the relation is wrong.
0: neither."""

NUMERACY = """\
You look at a drawing that was made from this text: {prompt}
Count what you see, and give three marks, each of 100, 50, 30 or 0:
total: 100 for separate things, as many as the text adds up to; 50 for separate things of another number; 30 if only
some are separate and their number is wrong; 0 for neither.
kinds: 100 if all kinds of things are there; 50 if most are; 30 if some are; 0 if none is.
counts: for each kind one mark, separated by commas: 100 for the exact number, 50 for one near it, 30 for one far from
it, 0 if there is none."""

ONE_MARK = """\

First say in one or two sentences what decides it. Then end with exactly one line that holds nothing but the mark:
score: N"""

THREE_MARKS = """\

First say in one or two sentences what you counted. Then end with exactly three lines:
total: N
kinds: N
counts: N, N"""

RETRY = """\
That cannot be read. Reply with nothing but the lines that were asked for at the end, all of them, in their form."""

QUESTIONS = """\
You look at a drawing. Answer each question about it by yes or no, from what you see alone.
{questions}

End with one line for each question and nothing else on it: its number, a colon, and yes or no."""

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
