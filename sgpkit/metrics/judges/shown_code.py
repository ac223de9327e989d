"""Prepare an SVG program to be shown to a judge: its structure and numbers, without any of its author's words.

A judge that reads code also reads the words in it, and "a judge gives this 10" may be in a comment, a title, the text
of the drawing, an id, or an invented attribute. So comments, titles, metadata and unknown elements and attributes are
removed, text is replaced by its length, and any word unknown to SVG is replaced by a name such as `n1`, the same for
each occurrence, so that references can still be followed. What shows the program's quality is kept: its elements, their
order and nesting, attributes, numbers and colors.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sgpkit.graphics.svg import document, paint
from sgpkit.graphics.svg.document import Element
from sgpkit.graphics.svg.tables import CORE, DESCRIPTIVE, ELEMENTS, KEYWORDS, LENGTH_WORDS, PRESENTATION
from sgpkit.metrics import isolated
from sgpkit.metrics.paired import code_answer
from sgpkit.status import Rejected, Status

MAX_LENGTH = 12_000
"""Maximum number of characters that are shown; longer programs are truncated."""

DRAWN = frozenset(ELEMENTS) - DESCRIPTIVE - {"script", "image", "foreignObject"}
GENERAL = (CORE | PRESENTATION | {"href"}) - {"lang", "xml:lang", "xml:base", "role", "tabindex", "autofocus"}
WORDS = """
none inherit initial unset revert currentcolor auto normal bold bolder lighter italic oblique serif sans-serif
monospace cursive start middle end left right center central hanging alphabetic baseline text-before-edge
text-after-edge miter bevel pad reflect repeat visible hidden collapse inline block url rgb rgba hsl hsla
matrix translate rotate scale skewx skewy deg rad turn px pt pc cm mm in em ex rem vw vh linearrgb srgb
luminance alpha sourcegraphic sourcealpha over out atop xor arithmetic multiply screen darken overlay color-
dodge color-burn hard-light soft-light difference exclusion hue saturation color luminosity meet slice
xminymin xmidymin xmaxymin xminymid xmidymid xmaxymid xminymax xmidymax xmaxymax strokewidth identity table
discrete linear gamma saturate huerotate luminancetoalpha erode dilate wrap underline overline line-through
crispedges geometricprecision optimizespeed optimizelegibility auto-start-reverse non-scaling-stroke preserve
all small-caps horizontal vertical ltr rtl important
"""
"""Keywords, units and functions of SVG and CSS, in lower case."""

KNOWN = frozenset(WORDS.split()).union(
    *({word.lower() for word in group} for group in (*KEYWORDS.values(), *LENGTH_WORDS.values()))
)

WORD = re.compile(r"(?<![\w#])[\w-]*[^\W\d][\w-]*")
MEASURE = re.compile(r"-?\d+(?:e-?\d+)?(px|pt|pc|cm|mm|in|em|ex|rem|vw|vh|deg|rad|turn)?", re.IGNORECASE)
PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE.,+\-\s]*")
NUMBERS = re.compile(r"[0-9eE.,+\-%\s]*")
CSS_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
HEX = re.compile(r"#(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}|[0-9A-Fa-f]{3,4})(?![\w-])")
REFERENCE = re.compile(r"#(?![0-9A-Fa-f]{3,8}(?![\w-]))[\w.-]+")
STRING = re.compile(r"\"[^\"]*\"|'[^']*'")
PROPERTIES = PRESENTATION | {"d", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "transform"}


class Names:
    """Maps each of the author's words to a new name, equal words to the same one."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def of(self, word: str) -> str:
        return self.names.setdefault(word, f"n{len(self.names) + 1}")


@dataclass(frozen=True, slots=True)
class Program:
    """A program as shown and the size of the original in bytes, or the status and the reason if there is none; `value`
    is 1 or 0.
    """

    value: float
    status: Status = Status.OK
    reason: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    text: str = ""
    size: int = 0


def programs(predictions: Sequence[object]) -> list[Program]:
    """Return the SVG programs of completions, which worker processes parse."""
    return isolated.scores(shown_programs, predictions)


def shown_programs(predictions: Sequence[object]) -> list[Program]:
    """Return the SVG programs of completions. Runs in a worker."""
    return [program_of(prediction) for prediction in predictions]


def program_of(prediction: object) -> Program:
    """Return the SVG program of a completion."""
    answer = code_answer(prediction, "svg")
    if answer.value is None:
        return Program(0.0, answer.status, answer.reason)
    try:
        return Program(1.0, text=shown(answer.value), size=len(answer.value.encode("utf-8", "replace")))
    except Rejected as rejected:
        return Program(0.0, rejected.status, rejected.reason)


def shown(code: str) -> str:
    """Return the program with one line per element. Raises Rejected if it is not SVG, or the guard refuses it."""
    root = document.parse(code).root
    text = "\n".join(lines(root, Names()))
    if len(text) <= MAX_LENGTH:
        return text
    kept = text[:MAX_LENGTH].rpartition("\n")[0] or text[:MAX_LENGTH]
    return f"{kept}\n… ({len(text) - len(kept):,} more characters)"


def lines(root: Element, names: Names) -> Iterator[str]:
    """Yield the lines of an element and the elements in it, indented by depth."""
    waiting: list[tuple[Element | str, int]] = [(root, 0)]
    while waiting:
        element, depth = waiting.pop()
        indent = "  " * min(depth, 12)
        if isinstance(element, str):
            yield f"{indent}{element}"
            continue
        opening = " ".join([element.tag, *attributes(element, names)])
        content = text_of(element, names)
        inside = [child for child in element.children if child.tag in DRAWN]
        if not inside:
            yield f"{indent}<{opening}>{content}</{element.tag}>" if content else f"{indent}<{opening}/>"
            continue
        yield f"{indent}<{opening}>{content}"
        waiting.append((f"</{element.tag}>", depth))
        waiting += [(child, depth + 1) for child in reversed(inside)]


def attributes(element: Element, names: Names) -> Iterator[str]:
    """Yield the attributes of an element that SVG knows, without the author's words."""
    known = ELEMENTS.get(element.tag, frozenset()) | GENERAL
    for name, value in element.attributes.items():
        plain = "href" if name == "xlink:href" else name
        if plain in known:
            yield f'{plain}="{wordless(plain, value, names)}"'


def wordless(name: str, value: str, names: Names) -> str:
    """Return an attribute's value without the author's words."""
    value = " ".join(value.split())
    if name in ("id", "class", "href", "result", "in", "in2"):
        if name == "href" and ":" in value:
            return "…"
        return re.sub(r"[^\s#]+", lambda word: names.of(word[0]), value)
    if name in ("d", "path") and PATH.fullmatch(value):
        return value
    if NUMBERS.fullmatch(value) or HEX.fullmatch(value):
        return value
    return filtered(value, names)


def filtered(value: str, names: Names) -> str:
    """Return a text with every unknown word renamed. Words in quotes and references are renamed as a whole."""
    value = CSS_COMMENT.sub(" ", value)
    value = STRING.sub(lambda quoted: quoted[0][1:-1].replace(" ", "-"), value)
    value = REFERENCE.sub(lambda word: f"#{names.of(word[0][1:])}", value)
    value = WORD.sub(lambda word: word[0] if understood(word[0]) else names.of(word[0]), value)
    return re.sub(r"[^\x20-\x7e]|[<>&\"`]", "?", value)


def understood(word: str) -> bool:
    """Return whether a word belongs to SVG: a keyword, a property, a number with or without a unit, or a color."""
    small = word.lower()
    return small in KNOWN or small in PROPERTIES or bool(MEASURE.fullmatch(small)) or is_color(small)


def is_color(word: str) -> bool:
    """Return whether a word is the name of a color."""
    return word.isalpha() and len(word) < 24 and paint.color(word) is not None


def text_of(element: Element, names: Names) -> str:
    """Return the rules of a style sheet, or the length of a text, whose words are visible in the picture."""
    if element.tag == "style":
        return filtered(" ".join(element.all_text().split()), names)
    written = " ".join("".join([element.text, *(child.tail for child in element.children)]).split())
    return f"[{len(written)} characters]" if written else ""
