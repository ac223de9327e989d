"""Mermaid, laid out and drawn by the package `mmdr`.

Its SVG has a style sheet of some 150 rules for every kind of diagram, and symbols that no diagram uses. `simplify`
removes those without an effect, so that the viewer gate reads the rest.

Try it: python -c "from sgpkit.graphics import formats; print(formats.get('mermaid').to_svg('flowchart LR; A-->B'))"
"""

import re
from collections.abc import Iterator

from sgpkit.graphics import compiled, guard
from sgpkit.graphics.compiled import Converted, page
from sgpkit.graphics.formats.format import Format
from sgpkit.sandbox.workers import sandbox
from sgpkit.status import Rejected

from .python_compilers import Compiler, find_from

_PROGRAM = f"""
import mmdr
try:
    svg = mmdr.render(open("drawing.txt", encoding="utf-8").read()).svg()
except ValueError as error:
    sys.exit(str(error))
open({page.RESULT!r}, "w", encoding="utf-8").write(svg)
"""
KINDS = (
    *("flowchart", "graph", "sequenceDiagram", "classDiagram", "stateDiagram", "stateDiagram-v2", "erDiagram"),
    *("gantt", "pie", "mindmap", "timeline", "journey", "gitGraph", "quadrantChart", "xychart-beta"),
    "requirementDiagram",
)
"""Words that begin a diagram."""

_KIND = "|".join(sorted(map(re.escape, KINDS), key=len, reverse=True))
# `graph {` begins a Graphviz program.
_START = re.compile(
    rf"^(?:---\n.{{0,2000}}?\n---\s*\n)?[ \t]*(?:%%[^\n]*\n\s*)*(?:{_KIND})\b(?![^\n{{]*\{{\s*$)", re.M | re.S
)
_COMMENTS = re.compile(r"^\s*%%([^\n]*)", re.MULTILINE)
_TEXTS = re.compile(
    r'"([^"\n]*)"|\[([^\[\]\n]*)\]|\(([^()\n]*)\)|\{([^{}\n]*)\}|\|([^|\n]*)\||:([^\n]*)|\b([A-Za-z]\w*)\b'
)

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_CLASSES = re.compile(r'\bclass="([^"]*)"')
_TAG = re.compile(r"<([A-Za-z]+)")
_NOT = re.compile(r":not\([^)]*\)")
_ROOT = re.compile(r"^#[\w-]+ +")
_SYMBOL = re.compile(r'<symbol id="([^"]*)".*?</symbol>', re.DOTALL)
_BASELINE = re.compile(r' alignment-baseline="[^"]*"')


def texts(code: str) -> Iterator[str]:
    """Yield labels and names."""
    for match in _TEXTS.finditer(code):
        yield from filter(None, match.groups())


def read(result: sandbox.Result) -> Converted:
    """Return the drawing that the package wrote. Raises Rejected if it is unsafe."""
    svg = simplify(compiled.decode_svg(result.files.get(page.RESULT, b""), "mermaid"))
    try:
        guard.check_svg(svg)  # links and styles are copied from the program
    except Rejected as rejected:
        raise Rejected(rejected.status, f"in the SVG made by mermaid: {rejected.reason}") from None
    return Converted(svg)


def simplify(svg: str) -> str:
    """Return a drawing without style rules that match no element, symbols that nothing uses, and `alignment-baseline`,
    which has no effect on `text`."""
    classes = {name for names in _CLASSES.findall(svg) for name in names.split()}
    tags = set(_TAG.findall(_STYLE.sub("", svg)))
    svg = _STYLE.sub(lambda style: f"<style>{''.join(_kept_rules(style[1], classes, tags))}</style>", svg)
    svg = _SYMBOL.sub(lambda symbol: symbol[0] if f'href="#{symbol[1]}"' in svg else "", svg)
    return _BASELINE.sub("", svg)


def _kept_rules(sheet: str, classes: set[str], tags: set[str]) -> Iterator[str]:
    """Yield the rules with a selector whose classes and elements all occur. All are below the root, so its id is
    dropped, which makes matching cheap."""
    for selectors, declarations in _RULE.findall(sheet):
        kept = [selector for selector in map(str.strip, selectors.split(",")) if _can_match(selector, classes, tags)]
        if kept:
            yield f"{','.join(_ROOT.sub('', one) for one in kept)}{{{declarations}}}"


def _can_match(selector: str, classes: set[str], tags: set[str]) -> bool:
    named = _NOT.sub("", selector)
    elements = re.findall(r"(?:^|[ >+~])([a-zA-Z]+)", named)
    return classes.issuperset(re.findall(r"\.([\w-]+)", named)) and tags.issuperset(elements)


COMPILER = Compiler("mermaid", "mmdr", _PROGRAM, __file__, str, read)
FORMAT = Format(
    "mermaid",
    "Mermaid",
    find=find_from(_START),
    fences=("mermaid", "mmd"),
    convert=COMPILER.convert_many,
    comments=_COMMENTS,
    texts=texts,
    suffixes=(".mmd", ".mermaid"),
    opening=re.compile(rf"\s*(?:%%[^\n]*\n\s*)*(?:{_KIND})\b"),
    modality="mermaid",
    extra="diagrams",
)
