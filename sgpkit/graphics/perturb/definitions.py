"""Move definitions (gradients, patterns, clips, masks, filters, markers) as the elements that use them require.

https://www.w3.org/TR/SVG2/pservers.html, https://www.w3.org/TR/css-masking-1/, https://www.w3.org/TR/filter-effects-1/.
"""

from sgpkit.graphics.geometry import IDENTITY, Affine, Point
from sgpkit.graphics.perturb import shapes
from sgpkit.graphics.perturb.lists import is_same, rewrite
from sgpkit.graphics.perturb.motion import Unsupported, write
from sgpkit.graphics.perturb.walk import ANIMATIONS, Need, Walk
from sgpkit.graphics.svg import values
from sgpkit.graphics.svg.document import Element

USER, BOX = "userSpaceOnUse", "objectBoundingBox"
COORDINATES = {"linearGradient": (("x1", "y1"), ("x2", "y2")), "radialGradient": (("cx", "cy"), ("fx", "fy"))}
DEFAULTS = {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%", "cx": "50%", "cy": "50%", "r": "50%"}
ANCHORED = frozenset(("feTurbulence", "feImage", "fePointLight", "feSpotLight", "feTile"))


def move_all(walk: Walk) -> None:
    """Move every definition in use once, then the `use` elements."""
    done: dict[int, bool] = {}
    users: dict[int, list[Need]] = {}
    position = 0
    while position < len(walk.needs):  # grows during the loop: clips refer to clips, masks to gradients
        need = walk.needs[position]
        position += 1
        definition = need.definition
        for child in definition.subtree():
            if child.tag in ANIMATIONS:
                raise Unsupported(child.path, "an animation")
        is_moved = done.setdefault(id(definition), need.moved)
        first = id(definition) not in users
        users.setdefault(id(definition), []).append(need)
        if is_moved != need.moved and _differs_if_moved(walk, definition):
            raise Unsupported(need.user.path, f"{definition.tag} is used by moved and by unmoved elements")
        if first and definition.tag in CONTAINERS:
            CONTAINERS[definition.tag](walk, definition, need.moved)
    used = set(users)
    for needs in users.values():
        definition, moved = needs[0].definition, any(need.moved for need in needs)
        if not moved:
            continue
        if definition.tag in COORDINATES:
            _gradient(walk, definition, needs, used)
        elif definition.tag == "pattern":
            _pattern(walk, definition)
        elif definition.tag == "filter":
            _filter(walk, definition)
    walk.finish_uses()


def _differs_if_moved(walk: Walk, definition: Element) -> bool:
    """Return whether moved and unmoved elements would need different versions of a definition."""
    if walk.frame.degrees:
        return True
    if definition.tag == "marker":
        return False
    names = ("gradientUnits", "patternUnits", "clipPathUnits", "maskUnits", "maskContentUnits", "filterUnits")
    default = USER if definition.tag in ("clipPath", "mask", "filter") else BOX
    given = [e.attributes[name] for e in walk.templates(definition) for name in names if name in e.attributes]
    return default == USER or USER in given


def _clip(walk: Walk, clip: Element, moved: bool) -> None:
    inside = moved
    if clip.attributes.get("clipPathUnits") == BOX:
        inside = False
        if moved and walk.frame.degrees:
            raise Unsupported(clip.path, "a clip path in bounding-box units cannot be rotated")
    text = walk.transform_list(clip, False)
    if text is not None and inside:
        now = values.transform(text)
        if isinstance(now, values.Problem):
            raise Unsupported(clip.path, f"transform: {now.message}")
        walk.set_transform_list(clip, text, walk.frame.matrix @ now @ walk.frame.inverse, False, 1.0)
    walk.note_references(clip, moved, {})
    _children(walk, clip, inside)


def _mask(walk: Walk, mask: Element, moved: bool) -> None:
    if moved and mask.attributes.get("maskUnits") == USER:
        _region(walk, mask)
    walk.note_references(mask, moved, {})
    _children(walk, mask, moved and mask.attributes.get("maskContentUnits") != BOX)


def _region(walk: Walk, element: Element) -> None:
    """Shift a region, whose corner is by default a tenth of the canvas outside it."""
    corner = Point(-0.1 * walk.frame.window.width, -0.1 * walk.frame.window.height)
    walk.frame.move_point(element, ("x", "y"), walk.frame.decimals, corner)


def _marker(walk: Walk, marker: Element, moved: bool) -> None:
    """Move a marker. Its coordinate system follows the line only with `orient="auto"`; else `orient` is rotated."""
    if moved and walk.frame.degrees:
        text = marker.attributes.get("orient", "0").strip()
        if not text.startswith("auto"):
            value = values.number(text.removesuffix("deg"))
            if value is None:
                raise Unsupported(marker.path, f"orient={text[:40]!r}")
            walk.frame.edits.put(marker, "orient", write((value + walk.frame.degrees) % 360, 4))
    _children(walk, marker, False)


def _tile(walk: Walk, pattern: Element, moved: bool) -> None:
    """Visit a pattern's content, which is relative to the tile and moves with it."""
    for part in walk.templates(pattern):
        _children(walk, part, False)


def _children(walk: Walk, element: Element, moved: bool) -> None:
    inherited = walk.inherit(element, {})
    for child in element.children:
        walk.move_element(child, moved, inherited, walk.zoom)


CONTAINERS = {"clipPath": _clip, "mask": _mask, "marker": _marker, "pattern": _tile}


def _attribute(walk: Walk, definition: Element, name: str) -> str | None:
    """Return an attribute of a definition or of the templates that it inherits from."""
    return next((part.attributes[name] for part in walk.templates(definition) if name in part.attributes), None)


def _set_transform(walk: Walk, definition: Element, name: str, old: str, new: Affine) -> None:
    if not is_same(new, _parse_transform(definition, old)) or name in definition.attributes:
        walk.frame.edits.put(
            definition, name, rewrite(old, new, walk.frame.matrix, walk.frame.scale_decimals(walk.zoom), False)
        )


def _parse_transform(definition: Element, text: str) -> Affine:
    transform = values.transform(text)
    if isinstance(transform, values.Problem):
        raise Unsupported(definition.path, transform.message)
    return transform


def _pattern(walk: Walk, pattern: Element) -> None:
    if _attribute(walk, pattern, "patternUnits") != USER:
        return  # in units of the painted shape's box, which moves with the shape
    text = _attribute(walk, pattern, "patternTransform")
    if text is not None:
        _set_transform(walk, pattern, "patternTransform", text, walk.frame.matrix @ _parse_transform(pattern, text))
        return
    for name, shift in (("x", walk.frame.matrix.e), ("y", walk.frame.matrix.f)):
        old = _attribute(walk, pattern, name)
        value = walk.frame.user_units(pattern, name, old) if old is not None else 0.0
        if shift:
            walk.frame.edits.put(pattern, name, walk.frame.number(value + shift, old, walk.frame.decimals))


def _filter(walk: Walk, definition: Element) -> None:
    for part in definition.children:
        if part.tag in ANCHORED or any(inner.tag in ANCHORED for inner in part.children):
            raise Unsupported(part.path, "a filter with absolute positions")
        if definition.attributes.get("primitiveUnits", USER) == USER:
            for name, shift in (("x", walk.frame.matrix.e), ("y", walk.frame.matrix.f)):
                if name in part.attributes and shift and part.tag.startswith("fe"):
                    value = walk.frame.length(part, name) + shift
                    walk.frame.edits.put(
                        part, name, walk.frame.number(value, part.attributes[name], walk.frame.decimals)
                    )
    if definition.attributes.get("filterUnits") == USER:
        _region(walk, definition)


def _gradient(walk: Walk, gradient: Element, needs: list[Need], used: set[int]) -> None:
    units = _attribute(walk, gradient, "gradientUnits") or BOX
    list_text = _attribute(walk, gradient, "gradientTransform")
    now = _parse_transform(gradient, list_text) if list_text is not None else IDENTITY
    # If a template is moved too, its new values would be inherited: then write all attributes explicitly.
    whole = any(id(part) in used for part in walk.templates(gradient) if part is not gradient)
    if units != USER and not walk.frame.degrees:
        if whole:
            raise Unsupported(gradient.path, "a gradient that inherits from another gradient in use")
        return
    points = _points(walk, gradient, units)
    if units == USER:
        moved = [walk.frame.matrix(point) for point in points]
        new = walk.frame.matrix @ now @ walk.frame.inverse
    else:
        if len(needs) != 1 or whole:
            raise Unsupported(needs[-1].user.path, "rotating a gradient in bounding-box units that several shapes use")
        box = shapes.box_map(walk.frame, needs[0].user)
        if box is None:
            raise Unsupported(needs[0].user.path, "rotating a gradient in bounding-box units of an unknown box")
        moved, new = _to_user_space(walk, gradient, points, box, now, list_text is not None)
        walk.frame.edits.put(gradient, "gradientUnits", USER)
    if list_text is not None:
        _set_transform(walk, gradient, "gradientTransform", list_text, new)
    decimals = walk.frame.scale_decimals(walk.zoom)
    pairs = COORDINATES[gradient.tag]
    for pair, before, after in zip(pairs, points, moved, strict=False):
        for name, old, value in zip(pair, before, after, strict=True):
            text = _attribute(walk, gradient, name)
            if name[0] == "f" and text is None:
                continue  # equals the centre by default
            if value != old or whole or units != USER:
                walk.frame.edits.put(gradient, name, walk.frame.number(value, text, decimals))


def _points(walk: Walk, gradient: Element, units: str) -> list[Point]:
    """Return the gradient's points in their own units, with defaults for missing ones."""

    def coordinate(name: str) -> float:
        text = _attribute(walk, gradient, name)
        if text is None and name[0] == "f":
            text = _attribute(walk, gradient, "c" + name[1])
        text = DEFAULTS["c" + name[1] if name[0] == "f" else name] if text is None else text
        if units == USER:
            return walk.frame.user_units(gradient, name, text)
        length = values.length(text, 1.0)
        if length is None:
            raise Unsupported(gradient.path, f"{name}={text[:40]!r}")
        return length

    return [Point(coordinate(x), coordinate(y)) for x, y in COORDINATES[gradient.tag]]


def _to_user_space(
    walk: Walk, gradient: Element, points: list[Point], box: Affine, now: Affine, listed: bool
) -> tuple[list[Point], Affine]:
    """Return the points and transform in user space of a rotated gradient in bounding-box units."""
    if listed:
        for name in ("r", "fr"):
            text = _attribute(walk, gradient, name) or (DEFAULTS["r"] if name == "r" else None)
            if gradient.tag == "radialGradient" and text is not None and "%" in text:
                walk.frame.edits.put(gradient, name, write(values.length(text, 1.0) or 0.0, 9))
        return points, walk.frame.matrix @ box @ now
    total = walk.frame.matrix @ box
    if gradient.tag == "linearGradient":
        start, end = points
        # An uneven scale does not keep lines of equal colour perpendicular to the axis: project the axis onto their
        # normal.
        across = Point(start.y - end.y, end.x - start.x)
        level = Affine(*total[:4])(across)
        size = level.dot(level)
        if not size:
            raise Unsupported(gradient.path, "a gradient without a direction")
        begin = total(start)
        axis = total(end) - begin
        return [begin, begin + axis - level * (axis.dot(level) / size)], IDENTITY
    if not total.is_similarity(1e-9):
        raise Unsupported(gradient.path, "rotating a radial gradient in a non-square box requires a gradientTransform")
    for name in ("r", "fr"):
        text = _attribute(walk, gradient, name) or (DEFAULTS["r"] if name == "r" else None)
        if text is not None:
            size = (values.length(text, 1.0) or 0.0) * total.scale
            walk.frame.edits.put(gradient, name, write(size, walk.frame.decimals))
    return [total(point) for point in points], IDENTITY
