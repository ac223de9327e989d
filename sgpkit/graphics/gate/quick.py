"""A quick check on the text of a drawing, whether the gate would leave it unchanged.

It succeeds for nine of ten icons. Only a subset of XML and SVG passes: plain shapes, groups and gradients, with
numbers, hexadecimal and named colours, and references only to gradients, clip paths and masks with unique ids. `style`
with plain declarations is accepted only for rendering, since renderers read it like attributes.
"""

import re

from sgpkit.graphics.gate import transforms

_NUMBER = r"-?(?:[0-9]{1,6}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})"
_LENGTH = rf"{_NUMBER}(?:px)?"
_BETWEEN = r"(?:[ \n]+|[ \n]*,[ \n]*)"
_SIZE = r"(?:[0-9]{1,5}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})"
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
    "d": r"[MmLlHhVvCcSsQqTtAaZz0-9eE., \n\t+-]*",
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
    """Return a pattern that matches the text before one tag, and the tag. Shapes must be empty; clip paths and masks
    are matched with their contents: shapes without references and, in clip paths, `use` of shapes.
    """
    attributes = rf"(?:\s+(?:{attribute}))*\s*"
    inner = rf"<(?:{_OUTLINES}){attributes}(?:/>|>\s*</(?:{_OUTLINES})\s*>)"
    mask = rf"<mask{attributes}>(?:\s*{inner})*\s*</mask\s*>"
    clip = rf"<clipPath{attributes}>(?:\s*(?:{inner}|{_USE}))*\s*</clipPath\s*>"
    attributes = rf"(?:\s+(?:{attribute}|(?:clip-path|mask)=\"url\(#[\w.:-]+\)\"))*\s*"
    shape = rf"<(?:{_SHAPES}){attributes}(?:/>|>\s*</(?:{_SHAPES})\s*>)"
    container = rf"<(?:{_CONTAINERS}){attributes}/?>|</(?:{_CONTAINERS})\s*>"
    return re.compile(rf"[^<&]*(?:{shape}|{container}|{mask}|{clip})", re.ASCII)


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
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ID = re.compile(r"id=\"([^\"]*)\"")  # also matches ends of other attributes' names; searching for a literal is fast
_TARGET = re.compile(r"<(linearGradient|radialGradient|clipPath|mask)((?:\s+[\w:-]+=\"[^\"]*\")+)")
_OUTLINE = re.compile(rf"<({_OUTLINES})((?:\s+[\w:-]+=\"[^\"]*\")+)")
_OWN_ID = re.compile(r"\sid=\"([^\"]*)\"")
_LINK = re.compile(r"url\(#([^)]*)\)")  # a search for a literal is fast
_NAME = re.compile(r"([a-z-]+)(?:=\"|\s*:\s*)\Z")
_HREF = re.compile(r"href=\"#([^\"]*)")
_KINDS = {
    "clip-path": ("clipPath",), "mask": ("mask",), "href": _OUTLINES.split("|"),
    **dict.fromkeys(("fill", "stroke"), ("linearGradient", "radialGradient")),
}  # fmt: skip
"""By property, the elements that it may refer to."""

_EFFECT = re.compile(r"(?:clip-path|mask)=")
_GRADIENT = re.compile(r"<(?:linear|radial)Gradient\b[^>]*?\s(transform|gradientTransform)=\"([^\"]*)\"")


def suffices(code: str, may_have_styles: bool = False) -> bool:
    """Return True if the text alone, without parsing, shows that the gate would leave a drawing unchanged. If
    `may_have_styles`, plain declarations in `style` are accepted too; then only the picture is unchanged.
    """
    if "<!--" in code and "<![" not in code:
        code = _COMMENT.sub("", code)
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
    transforms_of_gradients = _GRADIENT.findall(code)
    return all(name == "gradientTransform" and _has_inverse(text) for name, text in transforms_of_gradients)


def _has_right_links(code: str) -> bool:
    """Return whether each reference is to an element of a kind that its property accepts."""
    targets: dict[str, tuple[str, str]] = {}
    for tag, text in _TARGET.findall(code) + (_OUTLINE.findall(code) if "<use" in code else []):
        own = _OWN_ID.search(text)
        if own is not None:
            targets[own[1]] = tag, text
    for link in _LINK.finditer(code):
        name = _NAME.search(code[max(0, link.start() - 40) : link.start()])
        if name is None or targets.get(link[1], ("", ""))[0] not in _KINDS.get(name[1], ()):
            return False
    for identifier in _HREF.findall(code):
        tag, text = targets.get(identifier, ("", ""))
        if tag not in _KINDS["href"] or _EFFECT.search(text):
            return False
    return True


def _has_inverse(text: str) -> bool:
    by = transforms.attribute(text)
    return by is not None and by.determinant != 0
