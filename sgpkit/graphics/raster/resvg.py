"""Render SVG with resvg, the default renderer, without access to files, URLs or the machine's fonts.

The root element gets the picture's size instead of being wrapped, so that style sheets match as in a browser. Pixels
that resvg draws outside the window are cleared.
"""

import io
import xml.parsers.expat as expat
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np

from sgpkit.graphics.raster import direct, fonts, raw_drawing, root
from sgpkit.graphics.raster.fit import Fit, fit, window
from sgpkit.graphics.raster.pixels import Pixels, clip_to_window
from sgpkit.graphics.svg import variables
from sgpkit.status import Rejected, Status

SVG = "http://www.w3.org/2000/svg"
_SVG_ROOTS = ("svg", f"{{{SVG}}}svg")
_STYLES = ("style", f"{{{SVG}}}style")
_PREFIX = f"{{{SVG}}}"
_XLINK = "{http://www.w3.org/1999/xlink}href"
_HREFS = ("href", _XLINK)
# Attributes of the root that are replaced by the picture's geometry.
_FITTING = ("preserveAspectRatio", "overflow", "x", "y")


def paint(text: str, size: int) -> Pixels:
    """Return the premultiplied pixels of a drawing. Raises Rejected, or ValueError if resvg refuses it."""
    if "<!ENTITY" in text:
        _refuse_entities(text)
    if "--" in text:
        text = variables.resolve(text)
    if (raw := raw_drawing.read(text)) is not None:
        fitted = fit(window(root.attributes(raw.root)), size)
        _stretch(raw.root, fitted, size)
        pixels = direct.rasterize(raw.text(), size)
        if pixels is not None:
            return clip_to_window(pixels, fitted)
    tree = ElementTree.fromstring(text)
    if tree.tag not in _SVG_ROOTS:
        raise Rejected(Status.PARSE_ERROR, f"the root is <{tree.tag[:60]}>, expected <svg>")
    fitted = fit(window(root.attributes(tree)), size)
    contents = _sanitize(tree)
    _stretch(tree, fitted, size)
    drawing = ElementTree.tostring(tree, "unicode")
    pixels = direct.rasterize(drawing, size) if contents.is_plain and raw is None else None
    if pixels is None:
        pixels = rasterize(drawing, size, contents.has_text)
    return clip_to_window(pixels, fitted)


def _refuse_entities(text: str) -> None:
    def refuse(*declaration: object) -> None:
        raise Rejected(Status.UNSAFE, "entities are not expanded: EntitiesForbidden")

    parser = expat.ParserCreate()
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError:
        return  # the next parser reports the error


class Contents(NamedTuple):
    """Properties of a drawing that determine the binding and the fonts."""

    has_text: bool
    is_plain: bool
    """It has only elements of `direct.PLAIN`."""


def _sanitize(tree: ElementTree.Element) -> Contents:
    """Remove external references and pin the fonts."""
    tags = set()
    for element in tree.iter():
        attributes = element.attrib
        tags.add(element.tag)
        for name in _HREFS:
            target = attributes.get(name)
            if target is not None and not target.lstrip().startswith(("#", "data:")):
                del attributes[name]
        for name in [name for name in attributes if name.startswith(_PREFIX)]:
            del attributes[name]  # SVG attributes have no namespace: a prefixed one has no meaning
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
    """Set the root's size to the picture's; its window is then fitted and centred."""
    for name in _FITTING:
        tree.attrib.pop(name, None)
    if tree.tag == "svg":  # no namespace, which HTML viewers accept
        tree.set("xmlns", SVG)
    tree.set("width", str(size))
    tree.set("height", str(size))
    tree.set("viewBox", " ".join(map(repr, fitted.window)))


def rasterize(drawing: str, size: int, has_text: bool) -> Pixels:
    """Return the premultiplied pixels of a drawing whose root has the picture's size."""
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
