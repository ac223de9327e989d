"""Drawings of everyday things in layers: each kind, in several designs, is valid, visible, and consistent with its
facts."""

import functools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from sgpkit.families.shared.drawings import emblems, looks, palette
from sgpkit.families.shared.drawings.designs import catalogue
from sgpkit.families.shared.drawings.designs.drawing import draw_plain, sketched
from sgpkit.families.shared.drawings.drawing import Drawing
from sgpkit.families.shared.drawings.forms import box, circle, polygon, ring, sector, shape, smooth
from sgpkit.families.shared.drawings.kind import Kind
from sgpkit.families.shared.drawings.looks import Mark, Marks
from sgpkit.families.shared.drawings.path_text import Numbers, path_data
from sgpkit.families.shared.drawings.sketch import Sketch
from sgpkit.families.shared.drawings.writing import layers, tools
from sgpkit.graphics import raster, svg
from sgpkit.graphics.geometry import Affine
from sgpkit.graphics.svg import path
from sgpkit.graphics.svg.outline import bounding_box, flatten, length
from sgpkit.graphics.svg.paint import Color

KINDS = (*catalogue.TEST, *catalogue.TRAIN)
SEEDS = range(2)


def for_every_kind(test: Callable[[Kind], None]) -> Callable[[str], None]:
    """Turn a test of one kind into a test of each category, which names the kinds that fail."""

    @pytest.mark.parametrize("category", catalogue.CATEGORIES)
    def of_a_category(category: str) -> None:
        failures = []
        for kind in (kind for kind in KINDS if kind.category == category):
            try:
                test(kind)
            except Exception as error:
                error.add_note(f"kind: {kind.name}")
                failures.append(error)
        if failures:
            raise ExceptionGroup(f"kinds of {category}", failures)

    of_a_category.__name__, of_a_category.__doc__ = test.__name__, test.__doc__
    return of_a_category


@functools.cache
def drawings(kind: Kind, seeds: range = SEEDS) -> list[Drawing]:
    designs = catalogue.designs(kind)
    return [draw_plain(kind, designs[seed], random.Random(f"test:{seed}:{kind.name}")) for seed in seeds]


def test_there_are_enough_kinds_in_all_categories() -> None:
    assert set(catalogue.CATEGORIES) == {
        "accessory",
        "animal",
        "book",
        "clothing",
        "dairy",
        "food",
        "furniture",
        "human",
        "musical_instrument",
        "time_clock",
        "aerial_crafts",
        "beverage",
        "building",
        "computer",
        "entertainment",
        "fruit",
        "land_crafts",
        "science",
        "tool",
    }
    assert len(KINDS) >= 60
    assert min(Counter(kind.category for kind in KINDS).values()) >= 2
    assert len({kind.name for kind in KINDS}) == len({kind.use for kind in KINDS}) == len(KINDS)


@for_every_kind
def test_every_drawing_is_valid_and_both_renderers_see_the_same(kind: Kind) -> None:
    for drawing in drawings(kind):
        assert svg.validate(drawing.code) == []
        reference, other = (raster.paint(drawing.code, 100, renderer=name).astype(int) for name in raster.RENDERERS)
        assert (reference.reshape(-1, 3) != 255).any(axis=1).mean() > 0.04
        # They antialias edges differently, and agree inside.
        assert (np.abs(reference - other).max(axis=2) > 64).mean() < 0.01


@for_every_kind
def test_every_drawing_stays_on_its_canvas(kind: Kind) -> None:
    for drawing in drawings(kind):
        x, y, width, height = map(float, re.search('viewBox="([^"]*)"', drawing.code)[1].split())
        for shown in svg.shapes(drawing.code):
            bounds = bounding_box(shown.outline)
            half = shown.stroke_width / 2
            # Shapes come in the root's coordinates, where a viewBox that starts elsewhere starts at its corner.
            assert bounds.left - half >= x - 1e-6, shown.location
            assert bounds.top - half >= y - 1e-6, shown.location
            assert bounds.right + half <= x + width + 1e-6, shown.location
            assert bounds.bottom + half <= y + height + 1e-6, shown.location


@for_every_kind
def test_drawing_twice_gives_the_same_text_and_another_seed_another(kind: Kind) -> None:
    assert drawings(kind) == drawings.__wrapped__(kind)
    assert len({drawing.code for drawing in drawings(kind)}) == len(SEEDS)


TOOL_WORDS = {"layer", "capa", "livello", "icons", "flat", "cls", "st", "page", "group", "g", "svg", "svgid", "paint", "a",
              "path", "rect", "circle", "ellipse", "polygon", "polyline", "lineargradient"}  # fmt: skip


@for_every_kind
def test_no_name_in_the_code_says_what_it_shows(kind: Kind) -> None:
    for drawing in drawings(kind):
        names = re.findall(r'(?:id|class|data-name)="([^"]*)"', drawing.code)
        assert {word for name in names for word in re.findall("[a-z]+", name.lower())} <= TOOL_WORDS


@for_every_kind
def test_every_drawing_can_be_asked_about_colors_counts_and_shapes(kind: Kind) -> None:
    for drawing in drawings(kind, range(3)):
        assert {"color", "count", "shape"} <= {fact.type for fact in drawing.attributes}
        for fact in drawing.attributes:
            assert fact.answer in fact.choices and len(set(fact.choices)) == len(fact.choices) >= 4
            assert len(fact.others) >= 3 and fact.answer not in fact.others


def all_marks(marks: Marks) -> Iterator[Mark]:
    for mark in marks.members:
        if isinstance(mark, Mark):
            yield mark
        else:
            yield from all_marks(mark)


def color_of(mark: Mark) -> str:
    return (mark.paint or mark.stroke or "").lower()


def test_counts_hold_in_the_written_drawing() -> None:
    """Another reader counts, in the program, closed outlines and lines in the part's colour, if nothing else has this
    colour."""
    looked = set()
    for drawing in (drawing for kind in KINDS for drawing in drawings(kind, range(3))):
        written = list(all_marks(drawing.marks))
        shown = None
        for index, part in enumerate(drawing.parts):
            fact = next(
                (fact for fact in drawing.attributes if fact.type == "count" and fact.subject == part.plural), None
            )
            own = [mark for mark in written if mark.part == index]
            colors = {color_of(mark) for mark in own}
            elsewhere = {color_of(mark) for mark in written if mark.part != index}
            if fact is None or own[0].gradient or colors & elsewhere or any(len(mark.form.loops) > 1 for mark in own):
                continue
            shown = svg.shapes(drawing.code) if shown is None else shown
            result = 0
            for item in shown:
                paint = item.fill if item.fill is not None else item.stroke
                result += len(item.outline) * (isinstance(paint, Color) and paint.hex in colors)
            assert str(result) == fact.answer, (drawing.kind.name, part.name)
            looked.add(drawing.kind.name)
    assert len(looked) > 0.8 * len(KINDS)


@for_every_kind
def test_whatever_is_counted_can_be_seen(kind: Kind) -> None:
    """Painted with a colour for each form: no form is covered by others."""
    [drawing] = drawings(kind, range(1))
    owners: dict[str, int] = {}

    def recoloured(marks: Marks) -> Marks:
        members = []
        for member in marks.members:
            if isinstance(member, Marks):
                members.append(recoloured(member))
                continue
            color = f"#{(len(owners) * 1234577 + 99) % 0xFFFFFF:06x}"
            if member.part >= 0:
                owners[color] = member.part
            # Shadows, which have the form of their part, are left out. Details stay, in white.
            paint = color if member.part >= 0 else "#ffffff"
            members.append(
                Mark(member.form, paint if member.paint else None, None if member.paint else paint, member.width)
            )
        return Marks(members)

    flat = looks.finish(drawn_sketch(kind), "flat", random.Random(0))
    header = f'<svg {tools.XMLNS} viewBox="0 0 100 100" shape-rendering="crispEdges">'
    plain = tools.Tool("web", header, 100.0, Numbers(3), "absolute", "attribute", 0.0, "", "", 0.0, 0.0, False)
    code = layers.write(recoloured(flat), plain, Affine(), random.Random(0))
    seen = painted_colors(code, 300)
    visible = Counter(part for color, part in owners.items() if seen.get(color, 0) >= 20)
    for index, part in enumerate(drawing.parts):
        if part.counted:
            assert visible[index] == part.forms, part.name


def painted_colors(code: str, size: int) -> dict[str, int]:
    """Return the number of pixels of each colour."""
    values, counts = np.unique(raster.paint(code, size) @ np.array([65536, 256, 1]), return_counts=True)
    return {f"#{value:06x}": int(count) for value, count in zip(values, counts, strict=True)}


def drawn_sketch(kind: Kind) -> Sketch:
    """Return the sketch of the first of `drawings`."""
    return sketched(kind, catalogue.designs(kind)[0], random.Random(f"test:0:{kind.name}"))


@for_every_kind
def test_the_colors_that_are_asked_about_can_be_seen(kind: Kind) -> None:
    for drawing in drawings(kind):
        if drawing.finish == "gradient":
            continue
        seen = painted_colors(drawing.code.replace("<svg ", '<svg shape-rendering="crispEdges" ', 1), 250)
        parts = {part.called: part for part in drawing.parts}
        for fact in drawing.attributes:
            if fact.type != "color" or fact.subject == "background":
                continue
            tint = parts[fact.subject].hue.tint
            assert fact.answer in drawing.colors
            assert {color.lower() for color in tint} & seen.keys(), fact


@pytest.mark.parametrize("table", [palette.TINTS, palette.ICON_TINTS])
def test_every_tint_is_nearest_to_its_own_name(table: dict[str, tuple[palette.Tint, ...]]) -> None:
    """Each main colour is compared with the means of all names, so that no red is closer to orange."""
    value = {name: np.array([list(bytes.fromhex(tint.main[1:])) for tint in tints]) for name, tints in table.items()}
    means = {name: tints.mean(axis=0) for name, tints in value.items()}
    for name, tints in value.items():
        for tint in tints:
            assert min(means, key=lambda other: np.abs(means[other] - tint).sum()) == name


@pytest.mark.parametrize("word", [*emblems.WORDS, "octagon"])
def test_emblems_are_where_and_as_large_as_asked(word: str) -> None:
    bounds = emblems.emblem(word, 40, 60, 10).box
    assert abs((bounds.left + bounds.right) / 2 - 40) < 3.5 and abs((bounds.top + bounds.bottom) / 2 - 60) < 2
    assert 14 <= max(bounds.right - bounds.left, bounds.bottom - bounds.top) <= 23


def area(form) -> float:
    """Return the area by the shoelace formula over a fine polygon. Holes have the opposite direction, or the caller
    subtracts them."""
    total = 0.0
    for loop in form.loops:
        points = flatten(loop, 0.005)
        total += abs(sum(a.x * b.y - b.x * a.y for a, b in zip(points, [*points[1:], points[0]], strict=True))) / 2
    return total


@pytest.mark.parametrize(
    "form",
    [
        circle(30, 40, 12),
        box(10, 10, 40, 20),
        box(10, 10, 40, 20, 5),
        polygon((10, 10), (50, 20), (30, 60)),
        smooth((10, 30), (40, 10), (80, 40), (50, 80)),
        shape("M10 10C40 0 60 40 50 60C40 80 0 60 10 10Z"),
        sector(50, 50, 30, 20, 300),
    ],
)
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_the_two_halves_of_a_form_make_the_whole(form, share: float) -> None:
    bounds = form.box
    at = bounds.left + share * (bounds.right - bounds.left)
    right = form.half(at)
    left = form.mirrored(at).half(at)
    assert right.box.left >= at - 1e-6
    assert area(right) + area(left) == pytest.approx(area(form), rel=2e-3)


def test_a_form_on_one_side_of_the_cut_stays_or_goes() -> None:
    assert circle(30, 30, 5).half(40) is None
    assert circle(30, 30, 5).half(20).box == pytest.approx(circle(30, 30, 5).box)
    assert ring(50, 50, 20, 10).half().box.left == pytest.approx(50)


@pytest.mark.parametrize("mode", ["relative", "absolute", "shortest"])
@pytest.mark.parametrize("numbers", [Numbers(3), Numbers(2, False, " "), Numbers(1, False, ",", False), Numbers(5)])
def test_path_data_reads_back_as_the_same_outline(mode: str, numbers: Numbers) -> None:
    generator = random.Random(f"{mode}{numbers}")
    for _ in range(8):
        points = [(generator.uniform(-60, 500), generator.uniform(-60, 500)) for _ in range(generator.randint(3, 7))]
        form = generator.choice((smooth, polygon))(*points).without(
            box(3.25, -4.5, 20.125, 9, generator.choice((0, 2)))
        )
        back = path.subpaths(path_data(form.loops, numbers, mode))
        assert len(back) == len(form.loops)
        for before, after in zip(form.loops, back, strict=True):
            assert bounding_box([after]) == pytest.approx(bounding_box([before]), abs=2 * 10**-numbers.decimals)
            assert area_of(after) == pytest.approx(area_of(before), abs=length(before) * 10**-numbers.decimals)


def area_of(loop) -> float:
    points = flatten(loop, 0.02)
    return abs(sum(a.x * b.y - b.x * a.y for a, b in zip(points, [*points[1:], points[0]], strict=True))) / 2


def test_a_sketch_refuses_what_could_not_be_asked_fairly() -> None:
    sketch = Sketch(random.Random(0))
    red = sketch.hue()
    with pytest.raises(ValueError, match="3 forms for a count of 4 to 9"):
        sketch.part("dot", *(circle(x, 20, 3) for x in (20, 40, 60)), hue=red, counted=(4, 9))
    with pytest.raises(ValueError, match="at least 4"):
        sketch.state("Is it on?", answer="yes", choices=("yes", "no"))
