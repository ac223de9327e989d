"""The kinds of questions that people ask about a drawing, recognised by the words of a question.

The kinds were found by reading the published questions. All rows are sorted by the same rules, published and builtin
ones, so that the shares in the card can be compared.

Try it: question_kinds.kind("How many legs does the object have?")  # "number of parts"
"""

import re

WHAT = "what it is"
PRIMARY, PART_COLOR, BACKGROUND = "primary color", "color of a part", "background"
PARTS, MARKS = "number of parts", "number of lines, dots, marks"
WHOLE_SHAPE, PART_SHAPE = "shape of the whole", "shape of a part"
POSE, PLACE, LOOK, PURPOSE, TEXT, OTHER = (
    "action, pose, clothes",
    "place of a part",
    "orientation, thickness",
    "purpose and setting",
    "number, text, time",
    "other",
)

KINDS = (
    *(WHAT, PART_SHAPE, WHOLE_SHAPE, PRIMARY, PART_COLOR, BACKGROUND, PARTS, MARKS, POSE, PLACE, LOOK, PURPOSE),
    *(TEXT, OTHER),
)

_WHOLE = r"the (?:overall |entire |whole |main )?(?:objects?|image|picture|drawing|icon|item|animal|figure)"

_PLAIN_MARKS = (
    *(
        "lines?",
        "circles?",
        "circular",
        "dots?",
        "spots?",
        "squares?",
        r"rectang\w*",
        r"triang\w*",
        "stripes?",
        "ovals?",
    ),
    *(
        "shapes?",
        r"hexagon\w*",
        r"pentagon\w*",
        "stars?",
        "segments",
        "sections",
        "layers",
        "corners",
        "sides",
        "curves?",
    ),
    *(
        "holes?",
        "stitches",
        "bars?",
        "bands?",
        "bumps?",
        "diamonds?",
        "rings?",
        "spikes",
        "points",
        "marks?",
        "markings",
    ),
    *("patterns?", "elements?", "hearts?", "parts?", "colors", "edges", "bubbles?", "arrows?", "studs?", "rivets?"),
    *("specks?", "ticks?", "strokes", "pips?", "bolts?", "beads?", "pearls?", "grooves?", "notch(?:es)?", "freckles?"),
)

_RULES: tuple[tuple[str, str], ...] = (
    (MARKS, rf"^(?:how many|what is the number of|count the)\b.*\b(?:{'|'.join(_PLAIN_MARKS)})\b"),
    (PARTS, r"^(?:how many|what is the number of|count the)\b"),
    (BACKGROUND, r"\bbackground\b"),
    (PRIMARY, rf"\bcolors? (?:used )?(?:is|are|of|does|do|in) {_WHOLE}"
     r"(?: (?:in the image|shown|depicted|have|used))*\?"),
    (PRIMARY, r"\b(?:primary|main|dominant) colou?r used\b"),
    (PART_COLOR, r"\bcolou?r(?:s|ed)?\b"),
    (LOOK, r"\b(?:orientation|direction|facing|thick\w*|angle|tilted|relative to|longest|largest)\b|^which way\b"),
    (WHOLE_SHAPE, rf"\bshape (?:is|of|does) {_WHOLE}(?: (?:in the (?:image|picture)|shown|depicted|have|primarily"
     r"|resemble|composed of|most similar to))*\?"),
    (WHOLE_SHAPE, r"\b(?:overall shape|outer (?:edge|boundary)|outermost part|most similar to)\b"),
    (PART_SHAPE, r"\b(?:shapes?|shaped|geometric)\b"),
    (PURPOSE, r"\b(?:used|use|purpose|function|usually|typically|commonly|mainly for|best known for|preparing for"
     r"|known about|true of|fits|meant for|serve)\b"),
    (POSE, r"\b(?:doing|holding|wearing|pose|posture|action|expression|gesture|gender|activity|sitting|standing"
     r"|hat is)\b"),
    (PLACE, r"\b(?:where|located|position|placed|attached|inside|top part|at the top|on the left side"
     r"|on the right side)\b"),
    (TEXT, r"\b(?:number|letter|text|word is|written|displayed|time|hour)\b"),
    (WHAT, r"\b(?:object|type of|kind of|animal|represent\w*|depict\w*|resembl\w*|shown?|drawn|picture)\b"
     r"|^what is (?:it|this)\b"),
)  # fmt: skip

_COMPILED = tuple((kind, re.compile(pattern)) for kind, pattern in _RULES)


def kind(question: str) -> str:
    """Return the kind of a question."""
    text = " ".join(question.lower().split())
    return next((kind for kind, pattern in _COMPILED if pattern.search(text)), OTHER)
