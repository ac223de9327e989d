"""A reward of the form that public recipes for drawings from prompts describe: the program parses, has a view box and
several shapes and colors, and mentions what was asked for, in its comments, names or texts."""

import re
from xml.etree import ElementTree

SHAPES = {"circle", "ellipse", "line", "path", "polygon", "polyline", "rect"}
ENOUGH = 5


def score(prompt: str, drawing: str) -> float:
    """Return a quarter each for a view box, shapes, colors, and words of the prompt; 0 for what does not parse."""
    try:
        root = ElementTree.fromstring(drawing)
    except ElementTree.ParseError:
        return 0.0
    shapes = sum(element.tag.rpartition("}")[2] in SHAPES for element in root.iter())
    colors = len(set(re.findall(r"#[0-9a-fA-F]{3,6}", drawing)))
    words = {word.lower() for word in re.findall(r"[A-Za-z]{4,}", prompt)}
    mentioned = sum(word in drawing.lower() for word in words) / max(1, len(words))
    return ("viewBox" in root.attrib) / 4 + min(1, shapes / ENOUGH) / 4 + min(1, colors / ENOUGH) / 4 + mentioned / 4
