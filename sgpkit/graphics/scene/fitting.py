"""Fitting of a drawing's window into the page around it, which pictures of a fixed size do not show.

Renderers here are given the window and the size of the picture. A viewer takes `preserveAspectRatio` and the page's
width and height as they are written: "none" distorts the drawing and "slice" cuts it off wherever page and window have
different proportions.
"""

from sgpkit.graphics.raster.fit import length
from sgpkit.graphics.scene.shapes import Scene
from sgpkit.graphics.svg import style, values

EQUAL = 0.01
"""The share by which proportions of equal pages may differ."""


def fitting(drawing: Scene) -> tuple[str, float] | None:
    """Return how a viewer distorts or cuts a drawing, "none" or "slice", and the page's width by its height, 0 where
    its surroundings decide; None where the whole window is shown as it is."""
    root = style.declared(drawing.document.root, style.sheet(drawing.document))
    how = values.FIT.fullmatch(root.get("preserveAspectRatio", ""))
    if how is None or not root.get("viewBox", "").strip() or (how[1] != "none" and how[4] != "slice"):
        return None
    width, height = length(root.get("width"), "width"), length(root.get("height"), "height")
    page = width / height if width and height else 0.0
    window = drawing.window.width / drawing.window.height
    return None if same(page, window) else ("none" if how[1] == "none" else "slice", page)


def alike(answer: Scene, target: Scene) -> bool:
    """Return whether a viewer fits an answer into its page as it fits the wanted drawing: one that was scaled to its
    page, by its `viewBox`, still is."""
    first, second = fitting(answer), fitting(target)
    if first is None or second is None:
        return first is second and (scales(answer) or not scales(target))
    return first[0] == second[0] and same(first[1], second[1])


def scales(drawing: Scene) -> bool:
    """Return whether a drawing grows and shrinks with its page."""
    return bool(drawing.document.root.attributes.get("viewBox", "").strip())


def size(drawing: Scene) -> tuple[float | None, float | None]:
    """Return the page's width and height in pixels, None where its surroundings decide."""
    root = style.declared(drawing.document.root, style.sheet(drawing.document))
    return length(root.get("width"), "width"), length(root.get("height"), "height")


def same(one: float, other: float) -> bool:
    """Return whether two proportions are equal."""
    return abs(one - other) <= EQUAL * max(one, other)
