"""A quick check on the text of a drawing, whether the gate would leave it unchanged.

It succeeds for nine of ten icons. Only a subset of XML and SVG passes: plain shapes, groups and gradients, with
numbers, hexadecimal and named colours, and references only to gradients and clip paths with unique ids; and paths and
circles in a mask of one circle. `style` with plain declarations is accepted only for rendering, since renderers read
it like attributes.
"""

import re

from sgpkit.graphics.gate import transforms

_NUMBER = r"-?(?:[0-9]{1,6}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})"
_LENGTH = rf"{_NUMBER}(?:px)?"
_BETWEEN = r"(?:[ \n]+|[ \n]*,[ \n]*)"
_SIZE = r"(?:[0-9]{1,5}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})"
_PATH = r"[MmLlHhVvCcSsQqTtAaZz0-9eE., \n\t+-]"
_NAMES = (
    "black white red green blue yellow orange purple gray grey brown pink gold silver navy teal maroon lime aqua cyan "
    "magenta olive tomato skyblue lightblue darkblue darkgreen lightgreen lightgray lightgrey darkgray darkgrey tan "
    "crimson coral salmon beige indigo violet khaki ivory turquoise chocolate steelblue saddlebrown"
)
_COLOUR = rf"(?:#[0-9a-fA-F]{{3}}(?:[0-9a-fA-F]{{3}})?|{'|'.join(_NAMES.split())})"
_PAINT = rf"(?:none|currentColor|{_COLOUR}|url\(#[\w.:-]+\))"
_BOX = rf" *{_NUMBER}(?:(?: +| *, *){_NUMBER}){{3}} *"
_STEP = r"(?: +| *, *)"
_ENTRY = r"-?(?:[0-9]{1,6}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})(?:e-[0-9]{1,2})?"
_FUNCTION = (
    rf"(?:translate|scale)\( *{_ENTRY}(?:{_STEP}{_ENTRY})? *\)|skew[XY]\( *{_ENTRY} *\)"
    rf"|rotate\( *{_ENTRY}(?:{_STEP}{_ENTRY}{_STEP}{_ENTRY})? *\)"
    rf"|matrix\( *{_ENTRY}(?:{_STEP}{_ENTRY}){{5}} *\)"
)
_TRANSFORM = rf"(?:{_FUNCTION})(?:[ ,]?(?:{_FUNCTION}))*"
_PROPERTIES = {
    "fill|stroke": _PAINT,
    "stop-color": _COLOUR,
    "stroke-width": rf"{_SIZE}(?:px)?",
    "opacity|fill-opacity|stroke-opacity|stop-opacity": r"(?:0|1|0?\.[0-9]{1,20}|1\.0+)",
    "stroke-miterlimit": r"[1-9][0-9]{0,5}(?:\.[0-9]{1,20})?",
    "stroke-linecap": "butt|round|square",
    "stroke-linejoin": "miter|round|bevel",
    "fill-rule|clip-rule": "nonzero|evenodd",
}
_VALUES = _PROPERTIES | {
    "d": rf"{_PATH}*",
    "points": rf"[ \n]*(?:{_NUMBER}{_BETWEEN}{_NUMBER}(?:{_BETWEEN}(?=[-.0-9])|[ \n]*(?=\")))*",
    "cx|cy|x|y|x1|x2|y1|y2|fx|fy": rf"(?:{_LENGTH}|{_SIZE}%)",
    "r|rx|ry|width|height": rf"{_SIZE}(?:px)?",
    "offset": rf"{_SIZE}%?",
    "gradientUnits": "userSpaceOnUse|objectBoundingBox",
    "spreadMethod": "pad|reflect|repeat",
    "transform|gradientTransform": _TRANSFORM,
    "id|class|data-name|aria-label|aria-hidden|role|xmlns:xlink|version|focusable": r"[^\"<&]*",
}
_ATTRIBUTE = "|".join([rf"(?:{name})=\"(?:{value})\"" for name, value in _VALUES.items()])
_DECLARATION = "|".join([rf"(?:{name})\s*:\s*(?:{value})" for name, value in _PROPERTIES.items()])
_STYLE = rf"style=\"\s*(?:{_DECLARATION})\s*(?:;\s*(?:{_DECLARATION})\s*)*;?\s*\""
_OUTLINES = "path|rect|circle|ellipse|line|polyline|polygon"
_SHAPES = f"{_OUTLINES}|stop"
_USE = r"<use\s+(?:xlink:)?href=\"#[\w.:-]+\"\s*/>"
_CONTAINERS = "g|defs|linearGradient|radialGradient|title|desc"


def _piece(attribute: str) -> re.Pattern[str]:
    """Return a pattern that matches the text before one tag, and the tag. Shapes must be empty; clip paths are
    matched with their contents: shapes without references, and `use` of shapes.
    """
    attributes = rf"(?:\s+(?:{attribute}))*\s*"
    inner = rf"<(?:{_OUTLINES}){attributes}(?:/>|>\s*</(?:{_OUTLINES})\s*>)"
    clip = rf"<clipPath{attributes}>(?:\s*(?:{inner}|{_USE}))*\s*</clipPath\s*>"
    attributes = rf"(?:\s+(?:{attribute}|clip-path=\"url\(#[\w.:-]+\)\"))*\s*"
    shape = rf"<(?:{_SHAPES}){attributes}(?:/>|>\s*</(?:{_SHAPES})\s*>)"
    container = rf"<(?:{_CONTAINERS}){attributes}/?>|</(?:{_CONTAINERS})\s*>"
    return re.compile(rf"[^<&]*(?:{shape}|{container}|{clip})", re.ASCII)


_PIECE, _STYLED_PIECE = _piece(_ATTRIBUTE), _piece(f"{_ATTRIBUTE}|{_STYLE}")
_END = re.compile(r"[^<&]*</svg\s*>\s*", re.ASCII)
_ROOT = re.compile(
    rf"\s*(?:<\?xml[^?<>]*\?>\s*)?<svg(?:\s+(?:xmlns=\"http://www\.w3\.org/2000/svg\"|viewBox=\"{_BOX}\""
    rf"|(?:width|height)=\"(?:1[6-9]|[2-9][0-9]|[0-9]{{3,5}})(?:\.[0-9]{{1,20}})?(?:px|mm)?\"|(?:width|height)=\"1em\""
    rf"|(?!transform|width|height|opacity|x=|y=)(?:{_ATTRIBUTE})|xml:space=\"preserve\"|xmlns:(?!xlink)[a-z]+=\"[^\"<&]*\""
    rf"|(?:viewbox|baseProfile|enable-background)=\"[0-9a-z. -]*\""
    rf"|style=\"enable-background:\s*new [0-9. -]*;?\s*\"|x=\"0(?:px)?\"|y=\"0(?:px)?\"))*\s*>",
    re.ASCII,
)
_ENDS_WITH_POINT = re.compile(r"\.(?![0-9o])(?<=[0-9]\.)")  # numbers, not URLs at w3.org
_KINDS = bytes(
    ord("0" if byte in b"0123456789" else "." if byte in b"." else " " if re.match(_PATH, chr(byte)) else "?")
    for byte in range(256)
)
"""A table that maps the bytes of path data to `0` for digits, `.`, a blank for others, and `?` if they are invalid."""

_DATA = re.compile(r"d=\"([^\"]*)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ID = re.compile(r"id=\"([^\"]*)\"")  # also matches ends of other attributes' names; searching for a literal is fast
_NAME = re.compile(r"([a-z-]+)(?:=\"|\s*:\s*)\Z")
_HREF = re.compile(r"href=\"#([^\"]*)")
_GRADIENTS, _SHOWN = ("linearGradient", "radialGradient"), frozenset(_OUTLINES.split("|"))
_REFERRING = dict.fromkeys(_GRADIENTS, ("fill", "stroke")) | {"clipPath": ("clip-path",)}
"""By element, the properties that may refer to it."""

_ATTRIBUTES = {tag: tuple(f'{name}="' for name in names) for tag, names in _REFERRING.items()}
_GRADIENT = re.compile(r"<(?:linear|radial)Gradient\b[^>]*?\s(transform|gradientTransform)=\"([^\"]*)\"")


_POINT = r"-?(?:[0-9]{1,6}(?![0-9.])|[0-9]{0,6}\.[0-9]{1,20}(?![0-9]))"  # can be read in one way only
_GAP = r"(?: *,? *)"
_FIRST = "|".join(
    rf"[{letters}]{_POINT}" + rf"{_GAP}{_POINT}" * (count - 1)
    for letters, count in (("hHvV", 1), ("lLtT", 2), ("sSqQ", 4), ("cC", 6))
)
_PARTS = re.compile(rf"(?:[mM]{_POINT}{_GAP}{_POINT}(?:{_FIRST})[^mMeE]*)+")
"""Path data of which each part begins with a piece, so that browsers and renderers agree on its box."""

_DISC = rf"<circle cx=\"{_POINT}\" cy=\"{_POINT}\" r=\"[1-9][0-9]{{0,4}}(?:\.[0-9]{{1,20}})?\" fill=\"{_COLOUR}\"/>"
_MASKED = re.compile(
    rf"<mask id=\"([\w.:-]+)\"><circle cx=\"{_POINT}\" cy=\"{_POINT}\" r=\"{_SIZE}\" fill=\"#fff\"/></mask>"
    rf"<g mask=\"url\(#\1\)\">((?:<path fill=\"{_COLOUR}\" d=\"[^\"<&]*\"/>|{_DISC})+)</g></svg>\s*",
    re.ASCII,
)
"""The rest of a drawing of paths and circles in a mask of one white circle, as of round flags."""


def suffices(code: str, may_have_styles: bool = False) -> bool:
    """Return True if the text alone, without parsing, shows that the gate would leave a drawing unchanged. If
    `may_have_styles`, plain declarations in `style` are accepted too; then only the picture is unchanged.
    """
    if "<!--" in code and "<![" not in code:
        code = _COMMENT.sub("", code)
    if "Gradient " in code and _is_painted_by_boxes(code):
        return False
    if "<mask " in code:
        code = _without_mask(code)
    code = _without_paths(code)
    root = _ROOT.match(code)
    if root is None or _ENDS_WITH_POINT.search(code, root.end()):
        return False
    # Match one tag at a time: a single pattern for all tags would try all combinations before it fails.
    pattern = _STYLED_PIECE if may_have_styles and 'style="' in code else _PIECE
    position, piece = root.end(), pattern.match(code, root.end())
    while piece is not None:
        position = piece.end()
        piece = pattern.match(code, position)
    if _END.fullmatch(code, position) is None:
        return False
    identifiers = _ID.findall(code)
    if len(set(identifiers)) < len(identifiers):
        return False
    if ("url(" in code or "<use" in code) and not _has_right_links(code):
        return False
    if "ransform=" not in code:
        return True
    transforms_of_gradients = _GRADIENT.findall(code)
    return all(name == "gradientTransform" and _has_inverse(text) for name, text in transforms_of_gradients)


def _without_mask(code: str) -> str:
    """Return a drawing without its mask, or an empty text if it is not a plain one around all that is drawn."""
    root = _ROOT.match(code)
    masked = _MASKED.fullmatch(code, root.end()) if root is not None else None
    if root is None or masked is None or code.count('id="') > 1:
        return ""
    paths = masked[2]
    is_plain = all(_PARTS.fullmatch(data) for data in _DATA.findall(paths))
    return f"{root[0]}{paths}</svg>" if is_plain else ""


def _is_painted_by_boxes(code: str) -> bool:
    """Return whether the box of a path with several parts may matter to a gradient: browsers include a last moveto."""
    if code.count("Gradient ") <= code.count('gradientUnits="userSpaceOnUse"'):
        return False
    return any(data.count("M") + data.count("m") > 1 for data in _DATA.findall(code))


def _without_paths(code: str) -> str:
    """Return a drawing with empty path data, or an empty text if browsers may treat some data as an error.

    Most of an icon is path data, and a table of bytes is faster than a pattern. Data without a quote or an equals sign
    is the value of an attribute or a part of a text, so that the rest has the same structure.
    """
    first, *others = code.split(' d="')
    if not others:
        return code
    parts = [other.partition('"') for other in others]
    kinds = " ".join([data for data, _, _ in parts]).encode("ascii", "replace").translate(_KINDS)
    if b"?" in kinds or b". " in kinds or b".." in kinds or kinds.endswith(b"."):
        return ""
    return ' d=""'.join([first, *(rest for _, quote, rest in parts)]) if all(quote for _, quote, _ in parts) else ""


def _has_right_links(code: str) -> bool:
    """Return whether each reference is to an element of a kind that its property accepts."""
    targets: dict[str, tuple[str, str]] = {}
    for match in _ID.finditer(code):
        start, end = match.span()
        before = code[code.rfind("<", 0, start) + 1 : start]
        if before[-1:].isspace() and ">" not in before:  # not the end of another name, nor in a text after the tag
            targets[match[1]] = before.split(None, 1)[0], before + code[end : code.find("<", end)]
    before, *others = code.split("url(#")
    for other in others:
        tag, _ = targets.get(other.partition(")")[0], ("", ""))
        if not before.endswith(_ATTRIBUTES.get(tag, ())):
            name = _NAME.search(before[-40:])
            if name is None or name[1] not in _REFERRING.get(tag, ()):
                return False
        before = other
    for identifier in _HREF.findall(code):
        tag, attributes = targets.get(identifier, ("", ""))
        if tag not in _SHOWN or "clip-path=" in attributes:
            return False
    return True


def _has_inverse(text: str) -> bool:
    by = transforms.attribute(text)
    return by is not None and by.determinant != 0
