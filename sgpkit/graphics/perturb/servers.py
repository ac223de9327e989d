"""Moving definitions: gradients, patterns, clips, masks, filters, markers, as the elements that use them require.

https://www.w3.org/TR/SVG2/pservers.html, https://www.w3.org/TR/css-masking-1/, https://www.w3.org/TR/filter-effects-1/.
"""

from sgpkit.graphics.geometry import IDENTITY, Affine, Point
from sgpkit.graphics.perturb import shapes
from sgpkit.graphics.perturb.lists import is_same, rewritten
from sgpkit.graphics.perturb.motion import Unsupported, write
from sgpkit.graphics.perturb.walk import MOVING, Need, Walk
from sgpkit.graphics.svg import values
from sgpkit.graphics.svg.document import Element

USER, BOX = "userSpaceOnUse", "objectBoundingBox"
COORDINATES = {"linearGradient": (("x1", "y1"), ("x2", "y2")), "radialGradient": (("cx", "cy"), ("fx", "fy"))}
DEFAULTS = {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%", "cx": "50%", "cy": "50%", "r": "50%"}
ANCHORED = frozenset(("feTurbulence", "feImage", "fePointLight", "feSpotLight", "feTile"))


def move_all(walk: Walk) -> None:
    """Move every definition that is used, once; then the `use` elements."""
    done: dict[int, bool] = {}
    servers: dict[int, list[Need]] = {}
    position = 0
    while position < len(walk.needs):  # it grows: clips refer to clips, masks to gradients
        need = walk.needs[position]
        position += 1
        definition = need.definition
        for child in definition.subtree():
            if child.tag in MOVING:
                raise Unsupported(child.path, "an animation")
        known = done.setdefault(id(definition), need.moved)
        first = id(definition) not in servers
        servers.setdefault(id(definition), []).append(need)
        if known != need.moved and _matters(walk, definition):
            raise Unsupported(need.user.path, f"{definition.tag} is used by what moves and by what stays")
        if first and definition.tag in CONTAINERS:
            CONTAINERS[definition.tag](walk, definition, need.moved)
    used = set(servers)
    for needs in servers.values():
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


def _matters(walk: Walk, definition: Element) -> bool:
    """Return whether moved and unmoved users need different versions of a definition."""
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
            raise Unsupported(clip.path, "a clip path in bounding-box units cannot be turned")
    text = walk.list_of(clip, False)
    if text is not None and inside:
        now = values.transform(text)
        if isinstance(now, values.Problem):
            raise Unsupported(clip.path, f"transform: {now.message}")
        walk.set_list(clip, text, walk.frame.by @ now @ walk.frame.back, False, 1.0)
    walk.refer(clip, moved, {})
    _children(walk, clip, inside)


def _mask(walk: Walk, mask: Element, moved: bool) -> None:
    if moved and mask.attributes.get("maskUnits") == USER:
        _region(walk, mask)
    walk.refer(mask, moved, {})
    _children(walk, mask, moved and mask.attributes.get("maskContentUnits") != BOX)


def _region(walk: Walk, element: Element) -> None:
    """Shift a region, whose corner is by default a tenth outside the canvas."""
    corner = Point(-0.1 * walk.frame.window.width, -0.1 * walk.frame.window.height)
    walk.frame.move_point(element, ("x", "y"), walk.frame.decimals, corner)


def _marker(walk: Walk, marker: Element, moved: bool) -> None:
    """Move a marker. It has a coordinate system of its own, which turns by itself only with `orient="auto"`."""
    if moved and walk.frame.degrees:
        text = marker.attributes.get("orient", "0").strip()
        if not text.startswith("auto"):
            value = values.number(text.removesuffix("deg"))
            if value is None:
                raise Unsupported(marker.path, f"orient={text[:40]!r}")
            walk.frame.edits.put(marker, "orient", write((value + walk.frame.degrees) % 360, 4))
    _children(walk, marker, False)


def _tile(walk: Walk, pattern: Element, moved: bool) -> None:
    """Move a pattern's content, which is drawn from the tile's corner on and moves with the tile."""
    for part in walk.templates(pattern):
        _children(walk, part, False)


def _children(walk: Walk, element: Element, moved: bool) -> None:
    inherited = walk.inherit(element, {})
    for child in element.children:
        walk.element(child, moved, inherited, walk.zoom)


CONTAINERS = {"clipPath": _clip, "mask": _mask, "marker": _marker, "pattern": _tile}


def _effective(walk: Walk, definition: Element, name: str) -> str | None:
    """Return an attribute, the definition's own or a template's."""
    return next((part.attributes[name] for part in walk.templates(definition) if name in part.attributes), None)


def _set_map(walk: Walk, definition: Element, name: str, old: str, new: Affine) -> None:
    if not is_same(new, _map(definition, old)) or name in definition.attributes:
        walk.frame.edits.put(
            definition, name, rewritten(old, new, walk.frame.by, walk.frame.scale_decimals(walk.zoom), False)
        )


def _map(definition: Element, text: str) -> Affine:
    transform = values.transform(text)
    if isinstance(transform, values.Problem):
        raise Unsupported(definition.path, transform.message)
    return transform


def _pattern(walk: Walk, pattern: Element) -> None:
    if _effective(walk, pattern, "patternUnits") != USER:
        return  # in units of the box that it fills, which a shift takes along
    text = _effective(walk, pattern, "patternTransform")
    if text is not None:
        _set_map(walk, pattern, "patternTransform", text, walk.frame.by @ _map(pattern, text))
        return
    for name, shift in (("x", walk.frame.by.e), ("y", walk.frame.by.f)):
        old = _effective(walk, pattern, name)
        value = walk.frame.user_units(pattern, name, old) if old is not None else 0.0
        if shift:
            walk.frame.edits.put(pattern, name, walk.frame.number(value + shift, old, walk.frame.decimals))


def _filter(walk: Walk, definition: Element) -> None:
    for part in definition.children:
        if part.tag in ANCHORED or any(inner.tag in ANCHORED for inner in part.children):
            raise Unsupported(part.path, "a filter that is tied to a place")
        if definition.attributes.get("primitiveUnits", USER) == USER:
            for name, shift in (("x", walk.frame.by.e), ("y", walk.frame.by.f)):
                if name in part.attributes and shift and part.tag.startswith("fe"):
                    value = walk.frame.length(part, name) + shift
                    walk.frame.edits.put(
                        part, name, walk.frame.number(value, part.attributes[name], walk.frame.decimals)
                    )
    if definition.attributes.get("filterUnits") == USER:
        _region(walk, definition)


def _gradient(walk: Walk, gradient: Element, needs: list[Need], used: set[int]) -> None:
    units = _effective(walk, gradient, "gradientUnits") or BOX
    list_text = _effective(walk, gradient, "gradientTransform")
    now = _map(gradient, list_text) if list_text is not None else IDENTITY
    # A template that is moved for its own users passes its new values on: then all attributes are written here.
    whole = any(id(part) in used for part in walk.templates(gradient) if part is not gradient)
    if units != USER and not walk.frame.degrees:
        if whole:
            raise Unsupported(gradient.path, "a gradient that inherits from one in use")
        return
    points = _points(walk, gradient, units)
    if units == USER:
        moved = [walk.frame.by(point) for point in points]
        new = walk.frame.by @ now @ walk.frame.back
    else:
        if len(needs) != 1 or whole:
            raise Unsupported(needs[-1].user.path, "a turned gradient in bounding-box units that several shapes use")
        box = shapes.box_map(walk.frame, needs[0].user)
        if box is None:
            raise Unsupported(needs[0].user.path, "a turned gradient in units of a box that is not known")
        moved, new = _out_of_box(walk, gradient, points, box, now, list_text is not None)
        walk.frame.edits.put(gradient, "gradientUnits", USER)
    if list_text is not None:
        _set_map(walk, gradient, "gradientTransform", list_text, new)
    decimals = walk.frame.scale_decimals(walk.zoom)
    pairs = COORDINATES[gradient.tag]
    for pair, before, after in zip(pairs, points, moved, strict=False):
        for name, old, value in zip(pair, before, after, strict=True):
            text = _effective(walk, gradient, name)
            if name[0] == "f" and text is None:
                continue  # follows the centre
            if value != old or whole or units != USER:
                walk.frame.edits.put(gradient, name, walk.frame.number(value, text, decimals))


def _points(walk: Walk, gradient: Element, units: str) -> list[Point]:
    """Return the gradient's points, written or by default, in their own units."""

    def coordinate(name: str) -> float:
        text = _effective(walk, gradient, name)
        if text is None and name[0] == "f":
            text = _effective(walk, gradient, "c" + name[1])
        text = DEFAULTS["c" + name[1] if name[0] == "f" else name] if text is None else text
        if units == USER:
            return walk.frame.user_units(gradient, name, text)
        length = values.length(text, 1.0)
        if length is None:
            raise Unsupported(gradient.path, f"{name}={text[:40]!r}")
        return length

    return [Point(coordinate(x), coordinate(y)) for x, y in COORDINATES[gradient.tag]]


def _out_of_box(
    walk: Walk, gradient: Element, points: list[Point], box: Affine, now: Affine, listed: bool
) -> tuple[list[Point], Affine]:
    """Return points and transform in user space of a turned gradient in units of a box."""
    if listed:
        for name in ("r", "fr"):
            text = _effective(walk, gradient, name) or (DEFAULTS["r"] if name == "r" else None)
            if gradient.tag == "radialGradient" and text is not None and "%" in text:
                walk.frame.edits.put(gradient, name, write(values.length(text, 1.0) or 0.0, 9))
        return points, walk.frame.by @ box @ now
    total = walk.frame.by @ box
    if gradient.tag == "linearGradient":
        start, end = points
        # The lines of equal colour are mapped, and then need not be square to the axis: the new axis is.
        across = Point(start.y - end.y, end.x - start.x)
        level = Affine(*total[:4])(across)
        size = level.dot(level)
        if not size:
            raise Unsupported(gradient.path, "a gradient without a direction")
        begin = total(start)
        axis = total(end) - begin
        return [begin, begin + axis - level * (axis.dot(level) / size)], IDENTITY
    if not total.is_similarity(1e-9):
        raise Unsupported(
            gradient.path, "a turned radial gradient in a box that is no square needs a gradientTransform"
        )
    for name in ("r", "fr"):
        text = _effective(walk, gradient, name) or (DEFAULTS["r"] if name == "r" else None)
        if text is not None:
            size = (values.length(text, 1.0) or 0.0) * total.scale
            walk.frame.edits.put(gradient, name, write(size, walk.frame.decimals))
    return [total(point) for point in points], IDENTITY
