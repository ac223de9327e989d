"""The fitting of a drawing into its page by a viewer, which pictures of a fixed size do not show.

Renderers here get the window and a picture size. A viewer applies `preserveAspectRatio` to the page's width and height:
if their ratio differs from the window's, "none" distorts the drawing and "slice" crops it.
"""

from sgpkit.graphics.raster.fit import length
from sgpkit.graphics.scene.shapes import Scene
from sgpkit.graphics.svg import style, values

EQUAL = 0.01
"""Relative difference below which aspect ratios count as equal."""


def fitting(drawing: Scene) -> tuple[str, float] | None:
    """Return how a viewer distorts or crops a drawing ("none" or "slice") and the page's aspect ratio (0 if it depends
    on the surroundings), or None if the window is shown completely and undistorted."""
    root = style.declared(drawing.document.root, style.sheet(drawing.document))
    how = values.FIT.fullmatch(root.get("preserveAspectRatio", ""))
    if how is None or not root.get("viewBox", "").strip() or (how[1] != "none" and how[4] != "slice"):
        return None
    width, height = length(root.get("width"), "width"), length(root.get("height"), "height")
    page = width / height if width and height else 0.0
    window = drawing.window.width / drawing.window.height
    return None if same(page, window) else ("none" if how[1] == "none" else "slice", page)


def alike(answer: Scene, target: Scene) -> bool:
    """Return whether a viewer fits an answer into its page in the same way as the target drawing; a target that scales
    with its page requires an answer that does."""
    first, second = fitting(answer), fitting(target)
    if first is None or second is None:
        return first is second and (scales(answer) or not scales(target))
    return first[0] == second[0] and same(first[1], second[1])


def scales(drawing: Scene) -> bool:
    """Return whether a drawing scales with its page."""
    return bool(drawing.document.root.attributes.get("viewBox", "").strip())


def size(drawing: Scene) -> tuple[float | None, float | None]:
    """Return the page's width and height in pixels, None if they depend on the surroundings."""
    root = style.declared(drawing.document.root, style.sheet(drawing.document))
    return length(root.get("width"), "width"), length(root.get("height"), "height")


def same(one: float, other: float) -> bool:
    """Return whether two aspect ratios are equal."""
    return abs(one - other) <= EQUAL * max(one, other)
