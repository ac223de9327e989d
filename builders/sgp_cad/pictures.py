"""A CAD row's pictures and the proof of its key: the program is built, measured and drawn from both sides.

A builtin part is built in this process, anyone else's in the sandbox.
"""

import io
import random
from collections.abc import Mapping

from sgpkit.benchmark import Row, Skipped
from sgpkit.families.shared.choices import keys
from sgpkit.graphics import cad
from sgpkit.graphics.cad.sketch import measurements as sketch_measurements
from sgpkit.status import Rejected

from .sources import builtin, questions, sketch_answers, sketch_questions, solid_answers, solid_questions
from .sources.questions import Aspect, spelled, states
from .sources.solid_answers import Value

SIZE = 512
BUILTIN = "builtin"
SIDES = ("front", "back")


def solid(row: Row) -> Row | Skipped:
    """Return the row with `image_front`, `image_back`, and `image` that shows both."""
    from sgpkit.graphics.cad import solid as cad_solid

    ours = row["source"] == BUILTIN
    try:
        part = cad.parse(row["code"], row["dialect"]).part()
        build = cad_solid.build_here if ours else cad_solid.build
        built = build(part, views=SIDES, size=SIZE)
    except Rejected as rejected:
        if ours:
            raise ValueError(f"{row['id']} of our own builds no solid: {rejected.reason}") from rejected
        return Skipped(row["id"], f"{rejected.status}: {rejected.reason}")
    if ours:
        checked = proven(row, solid_questions.ASPECTS, solid_answers.measured(built.measurements, row["aspect"]))
        if isinstance(checked, Skipped):
            return checked
        row = checked
    front, back = (built.view(side).png for side in SIDES)
    return row | {"image": side_by_side(front, back), "image_front": front, "image_back": back}


def proven(row: Row, asked: Mapping[str, Aspect], measured: Value | None) -> Row | Skipped:
    """Return the row if the measured value matches its key and no other option. If measuring is inconclusive, the row
    asks for the name of the part instead, which its generator knows."""
    aspect = asked[row["aspect"]]
    if aspect.name:
        return row
    if measured is None:
        known = row["category"] in builtin.names(row["dialect"])
        return named(row, asked) if known else Skipped(row["id"], f"{row['aspect']}: it cannot be measured")
    stating = "".join(
        letter for letter, option in zip(keys.LETTERS, row["options"], strict=True) if states(aspect, option, measured)
    )
    if stating == row["answer"]:
        return row
    spelling = spelled(aspect, measured)
    return Skipped(
        row["id"], f"{row['aspect']}: measured {spelling!r}, stated by {stating or 'no option'}, not by {row['answer']}"
    )


def named(row: Row, asked: Mapping[str, Aspect]) -> Row:
    draw = random.Random(f"{row['id']}:{row['code']}:part")
    question = questions.ask(asked["part"], row["category"], builtin.names(row["dialect"]), draw)
    assert question is not None, "there are more than four names in every collection"
    options = keys.ordered(question.answer, question.wrong, row["answer"], row["id"])
    return row | {
        "aspect": "part",
        "tag": "",
        "type": asked["part"].type,
        "question": question.text,
        "options": options,
    }


def sketch(row: Row) -> Row | Skipped:
    """One picture serves for all three columns: a flat sketch has no other side."""
    try:
        model = cad.parse(row["code"], row["dialect"])
        view = model.view("front", SIZE)
    except Rejected as rejected:
        return Skipped(row["id"], f"{rejected.status}: {rejected.reason}")
    if row["source"] == BUILTIN:
        measured = sketch_answers.measured(sketch_measurements.measure(model.sketch()), row["aspect"])
        checked = proven(row, sketch_questions.ASPECTS, measured)
        if isinstance(checked, Skipped):
            return checked
        row = checked
    return row | {"image": view.png, "image_front": view.png, "image_back": view.png}


def side_by_side(left: bytes, right: bytes) -> bytes:
    from PIL import Image

    one, other = (Image.open(io.BytesIO(picture)).convert("RGB") for picture in (left, right))
    both = Image.new("RGB", (one.width + other.width, one.height), "white")
    both.paste(one, (0, 0))
    both.paste(other, (one.width, 0))
    written = io.BytesIO()
    both.save(written, "PNG", optimize=False)
    return written.getvalue()
