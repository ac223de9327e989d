"""Prompts of SGP-Bench's questions about CAD programs, with a hint on the dialect's syntax.

The mode selects what is shown: the program (`code`), its picture from both sides (`image`), or both (`code+image`).
"""

from sgpkit.benchmark import Ask, Messages, Row, Strategy
from sgpkit.families.shared.choices.asking import GUIDES, SHOWN, guide, question
from sgpkit.graphics import cad

SHOWN_CODE = """\
Read this CAD program and imagine {thing}. The question is about that {short}.

{code}

How such a program is to be read:

{hint}"""

SHOWN_IMAGE = "Look at {pictures}. The question is about {what}."

SHOWN_BOTH = """\
Look at {pictures}, and at the CAD program that makes {what}. The question is about {what}.

{code}

How such a program is to be read:

{hint}"""

TEXTS = {"shown-code": SHOWN_CODE, "shown-image": SHOWN_IMAGE, "shown-both": SHOWN_BOTH} | GUIDES

SOLID_WORDS = {
    "thing": "the part that it builds",
    "short": "part",
    "what": "the part",
    "pictures": "the two pictures of a part, from the upper right in front and from the opposite side",
}
SKETCH_WORDS = {
    "thing": "the sketch that it draws",
    "short": "sketch",
    "what": "the sketch",
    "pictures": "the picture of a flat sketch",
}


def strategy(guidance: str) -> Strategy:
    """One user message: the program with a hint on its syntax, or the part from both sides; the question with its
    options; how to answer."""

    def ask(row: Row, options: Ask) -> Messages:
        texts = {**TEXTS, **options.texts}
        flat = row["dialect"] == "sketchgraphs"
        words = SKETCH_WORDS if flat else SOLID_WORDS
        hint = cad.syntax_hint(row["dialect"])
        shown = texts[SHOWN[options.mode]].format(code=row["code"], hint=hint, **words)
        text = "\n\n".join(filter(None, (shown, question(row, texts), guide(row, texts, guidance))))
        if "image" not in options.mode:
            return [{"role": "user", "content": text}]
        sides = ("image_front",) if flat else ("image_front", "image_back")
        shown_sides = [{"type": "image", "image": row[side]} for side in sides]
        return [{"role": "user", "content": [*shown_sides, {"type": "text", "text": text}]}]

    return ask


STRATEGIES: dict[str, Strategy] = {"cot": strategy("cot"), "direct": strategy("direct")}
