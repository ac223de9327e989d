"""SVG to pixels by resvg, the renderer that scores: no file, no address and no font of the machine reaches it.

The drawing keeps its root, which gets the size of the picture, so that style sheets match what they match in a
browser; what resvg then draws beside the window is cleared.
"""

import io
import xml.parsers.expat as expat
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np

from sgpkit.graphics.raster import direct, fonts, plain, root
from sgpkit.graphics.raster.fit import Fit, fit, window
from sgpkit.graphics.raster.pixels import Pixels, clipped
from sgpkit.graphics.svg import variables
from sgpkit.status import Rejected, Status

SVG = "http://www.w3.org/2000/svg"
_SVG_ROOTS = ("svg", f"{{{SVG}}}svg")
_STYLES = ("style", f"{{{SVG}}}style")
_PREFIX = f"{{{SVG}}}"
_XLINK = "{http://www.w3.org/1999/xlink}href"
_HREFS = ("href", _XLINK)
# Of the root: its place is that of the picture.
_FITTING = ("preserveAspectRatio", "overflow", "x", "y")


def painted(text: str, size: int) -> Pixels:
    """Return the premultiplied pixels of a drawing. Raises Rejected, and ValueError for what resvg refuses."""
    if "<!ENTITY" in text:
        _refuse_entities(text)
    if "--" in text:
        text = variables.resolved(text)
    if (held := plain.read(text)) is not None:
        fitted = fit(window(root.attributes(held.root)), size)
        _stretch(held.root, fitted, size)
        pixels = direct.rasterized(held.text(), size)
        if pixels is not None:
            return clipped(pixels, fitted)
    tree = ElementTree.fromstring(text)
    if tree.tag not in _SVG_ROOTS:
        raise Rejected(Status.PARSE_ERROR, f"the root is <{tree.tag[:60]}>, expected <svg>")
    fitted = fit(window(root.attributes(tree)), size)
    contents = _sanitize(tree)
    _stretch(tree, fitted, size)
    drawing = ElementTree.tostring(tree, "unicode")
    pixels = direct.rasterized(drawing, size) if contents.is_plain and held is None else None
    if pixels is None:
        pixels = rasterized(drawing, size, contents.has_text)
    return clipped(pixels, fitted)


def _refuse_entities(text: str) -> None:
    def refuse(*declaration: object) -> None:
        raise Rejected(Status.UNSAFE, "entities are not expanded: EntitiesForbidden")

    parser = expat.ParserCreate()
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError:
        return  # the next parser says what is wrong


class Contents(NamedTuple):
    """Properties of a drawing that decide which binding paints it, and with which fonts."""

    has_text: bool
    is_plain: bool
    """It holds only elements of `direct.PLAIN`."""


def _sanitize(tree: ElementTree.Element) -> Contents:
    """Drop every reference to what is outside the drawing, and pin its fonts."""
    tags = set()
    for element in tree.iter():
        attributes = element.attrib
        tags.add(element.tag)
        for name in _HREFS:
            target = attributes.get(name)
            if target is not None and not target.lstrip().startswith(("#", "data:")):
                del attributes[name]
        for name in [name for name in attributes if name.startswith(_PREFIX)]:
            del attributes[name]  # SVG's own attributes have no namespace; one written with a prefix has no meaning
        if _XLINK in attributes and "href" in attributes:
            del attributes[_XLINK]  # https://www.w3.org/TR/SVG2/linking.html#XLinkRefAttrs
    names = {tag.removeprefix(_PREFIX) for tag in tags}
    has_text = "text" in names
    if has_text:
        for element in tree.iter():
            attributes = element.attrib
            if "font-family" in attributes:
                attributes["font-family"] = fonts.families(attributes["font-family"])
            if "style" in attributes:
                attributes["style"] = fonts.declarations(attributes["style"])
            if element.tag in _STYLES and element.text:
                element.text = fonts.declarations(element.text)
    return Contents(has_text, all(name in direct.PLAIN or name[0] == "{" for name in names))


def _stretch(tree: ElementTree.Element, fitted: Fit, size: int) -> None:
    """Give the root the picture's size; its window is fitted into it and centred."""
    for name in _FITTING:
        tree.attrib.pop(name, None)
    if tree.tag == "svg":  # drawings without a namespace, which viewers of HTML accept
        tree.set("xmlns", SVG)
    tree.set("width", str(size))
    tree.set("height", str(size))
    tree.set("viewBox", " ".join(map(repr, fitted.window)))


def rasterized(drawing: str, size: int, has_text: bool) -> Pixels:
    """Return the premultiplied pixels of a drawing whose root has the size of the picture."""
    import resvg_py
    from PIL import Image

    options: dict[str, Any] = fonts.options() if has_text else {}
    data = resvg_py.svg_to_bytes(
        svg_string=drawing,
        width=size,
        height=size,
        dpi=96.0,
        languages=["en"],
        skip_system_fonts=True,
        **options,
    )
    pixels = np.array(Image.open(io.BytesIO(data)).convert("RGBA").convert("RGBa"))  # rounded to nearest
    if pixels.shape != (size, size, 4):
        raise ValueError(f"a picture of {pixels.shape[1]} × {pixels.shape[0]} pixels, expected {size} × {size}")
    return pixels
