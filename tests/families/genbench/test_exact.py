"""The exact score of drawings from texts: right drawings written in other ways, wrong ones, and tricks."""

import math
import random
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.benchmark import Completion
from sgpkit.families.genbench import constraints, figures, scoring
from sgpkit.families.genbench.constraints import Constraint, Item, Specification
from sgpkit.families.genbench.content import drawing as drawing_content
from sgpkit.families.genbench.content import kinds as prompt_kinds
from sgpkit.families.genbench.content.draft import COLORS
from sgpkit.families.genbench.sources import builtin
from sgpkit.graphics import scene
from sgpkit.metrics import pictures
from sgpkit.metrics.structure.recall import color_names
from sgpkit.status import Rejected


def drawing(*elements, head='viewBox="0 0 100 100"'):
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{"".join(elements)}</svg>'


def verdict(wanted, code):
    return constraints.check(wanted, figures.of(scene.read(code)))


def kinds(element):
    (figure,) = figures.of(scene.read(drawing(element)))
    return figure.kinds


def circle(color, x, y, r=8):
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{color}"/>'


def square(color, x, y, size=16):
    return f'<rect x="{x - size / 2}" y="{y - size / 2}" width="{size}" height="{size}" fill="{color}"/>'


RED_LEFT_OF_BLUE = Specification((Item("circle", "red"), Item("square", "blue")), (Constraint("left of", (0, 1)),))
RED_IN_BLUE = Specification((Item("circle", "red"), Item("square", "blue")), (Constraint("inside", (0, 1)),))
RED_BEFORE_BLUE = Specification((Item("circle", "red"), Item("square", "blue")), (Constraint("in front of", (0, 1)),))


def regular(count, radius=20.0, turn=0.0, inner=None):
    """Return the corners of a regular polygon, or of a star with an inner radius, computed from the circle."""
    steps = count * (2 if inner else 1)
    radii = [radius, inner] if inner else [radius]
    return " ".join(
        f"{50 + radii[i % len(radii)] * math.sin(turn + 2 * math.pi * i / steps):.3f},"
        f"{50 - radii[i % len(radii)] * math.cos(turn + 2 * math.pi * i / steps):.3f}"
        for i in range(steps)
    )


@pytest.mark.parametrize(
    ("element", "kind"),
    [
        ('<circle cx="50" cy="50" r="20"/>', "circle"),
        ('<ellipse cx="50" cy="50" rx="20" ry="20"/>', "circle"),
        ('<ellipse cx="50" cy="50" rx="20" ry="12"/>', "ellipse"),
        ('<path d="M30 50a20 20 0 1 1 40 0a20 20 0 1 1-40 0z"/>', "circle"),
        ('<rect x="30" y="30" width="40" height="40" rx="20"/>', "circle"),
        ('<rect x="30" y="30" width="40" height="40"/>', "square"),
        ('<path d="M30 30h40v40h-40z"/>', "square"),
        ('<rect x="30" y="30" width="40" height="40" transform="rotate(20 50 50)"/>', "square"),
        ('<rect x="30" y="30" width="40" height="20"/>', "rectangle"),
        ('<polygon points="50,20 80,70 20,70"/>', "triangle"),
        ('<polygon points="50,20 70,50 50,80 30,50"/>', "diamond"),
        (f'<polygon points="{regular(5)}"/>', "pentagon"),
        (f'<polygon points="{regular(6, turn=0.3)}"/>', "hexagon"),
        (f'<polygon points="{regular(5, inner=8)}"/>', "star"),
        ('<polygon points="50,10 74,85 10,38 90,38 26,85"/>', "star"),
    ],
)
def test_a_figure_is_known_however_it_is_written(element, kind):
    assert kind in kinds(element)
    assert len(kinds(element)) == 1


def test_a_square_on_its_tip_has_both_names():
    assert kinds('<polygon points="50,20 80,50 50,80 20,50"/>') == {"square", "diamond"}


@pytest.mark.process
@pytest.mark.parametrize(
    "element",
    [
        '<text x="10" y="50" font-size="20">circle</text>',
        f'<polygon points="{regular(7)}"/>',
        f'<polygon points="{regular(8)}"/>',
        '<path d="M20 20C90 20 10 80 80 80z"/>',
        '<path d="M20 20h60v60h-60zM40 40v20h20v-20z"/>',
        '<path d="M30 50a20 20 0 1 1 40 0z"/>',
        '<polygon points="20,20 80,20 60,60 30,60"/>',
    ],
    ids=["text", "heptagon", "octagon", "curve", "frame", "half circle", "trapezium"],
)
def test_other_forms_have_no_name(element):
    assert kinds(element) == frozenset()


NEARLY = {
    "a square with a cut corner": "20,20 80,20 80,75 75,80 20,80",
    "the side of a house": "50,15 80,45 80,85 20,85 20,45",
    "a sliver of five corners": "10,50 50,45 90,50 60,55 40,55",
    "a rectangle with two cut corners": "20,20 80,20 80,75 75,80 25,80 20,75",
    "a long hexagon": "5,50 20,42 80,42 95,50 80,58 20,58",
    "a crooked star": "50,10 57,40 69,44 61,54 73,82 50,62 41,62 39,54 21,41 43,40",
    "nearly a square": "20,20 80,20 80,76.5 20,76.5",
    "a kite": "50,10 70,40 50,90 30,40",
}
"""Corners of figures that have no usual shape."""


@pytest.mark.parametrize("name", NEARLY)
def test_what_is_nearly_a_figure_is_none(name):
    assert kinds(f'<polygon points="{NEARLY[name]}"/>') == frozenset()
    assert kinds('<ellipse cx="50" cy="50" rx="30" ry="28"/>') == frozenset()


@pytest.mark.parametrize(
    ("kind", "points"),
    [
        ("hexagon", "100,50 75,93 25,93 0,50 25,7 75,7"),
        ("hexagon", "50,10 90,30 90,70 50,90 10,70 10,30"),
        ("pentagon", "50,10 90,40 75,90 25,90 10,40"),
        ("star", "50,5 61,35 95,35 68,57 79,91 50,70 21,91 32,57 5,35 39,35"),
        ("star", "50,5 58,42 95,50 58,58 50,95 42,58 5,50 42,42"),
    ],
)
def test_figures_as_people_write_them_are_of_the_usual_kind(kind, points):
    assert kinds(f'<polygon points="{points}"/>') == {kind}


KEYWORDS = {
    "red": "red darkred crimson firebrick indianred tomato",
    "orange": "orange darkorange",
    "yellow": "yellow gold khaki",
    "green": "green darkgreen forestgreen lime limegreen lightgreen seagreen olivedrab springgreen",
    "cyan": "cyan aqua darkcyan turquoise darkturquoise mediumturquoise",
    "blue": "blue navy royalblue dodgerblue steelblue skyblue lightblue deepskyblue midnightblue",
    "purple": "purple mediumpurple darkviolet blueviolet darkorchid indigo",
    "pink": "pink hotpink deeppink lightpink palevioletred",
    "brown": "brown saddlebrown sienna chocolate peru sandybrown rosybrown tan",
    "gray": "gray dimgrey darkgray lightgray silver slategray",
    "black": "black",
}


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize("part", ["composition", "object", "scene"])
def test_a_right_drawing_in_any_shade_of_its_colors_is_right(part):
    """Each reference is painted with every CSS keyword that counts as its color's name."""
    rows = [builtin.row(part, f"shade-{number}", number, 3) for number in range(11)]
    attempts = []
    for row in rows:
        for turn in range(9):
            code = row["code"]
            for name, shade in color_names.PLAIN.items():
                if name in KEYWORDS:
                    keywords = KEYWORDS[name].split()
                    code = code.replace(f'fill="{shade}"', f'fill="{keywords[turn % len(keywords)]}"')
            attempts.append((row, code))
    scores = scoring.score([row for row, _ in attempts], [Completion(code) for _, code in attempts])
    assert [
        (row["prompt"], code, score.reason)
        for (row, code), score in zip(attempts, scores, strict=True)
        if score.value < 1
    ] == []


@pytest.mark.process
def test_white_is_a_color_other_than_red():
    wanted = Specification((Item("circle", "", not_color="red"), Item("square", "blue")))
    assert verdict(wanted, drawing(square("blue", 50, 50, 60), circle("white", 50, 50))).satisfied
    assert not verdict(wanted, drawing(square("blue", 30, 50, 30), circle("white", 80, 50))).satisfied


def test_a_relation_holds_in_the_right_drawing_only():
    assert verdict(RED_LEFT_OF_BLUE, drawing(circle("red", 20, 50), square("blue", 70, 20))).satisfied
    swapped = verdict(RED_LEFT_OF_BLUE, drawing(circle("red", 70, 50), square("blue", 20, 20)))
    assert swapped.failures == ("left of",)
    assert swapped.parts["items"] == swapped.parts["colors"] == swapped.parts["counts"] == 1
    colors_swapped = verdict(RED_LEFT_OF_BLUE, drawing(circle("blue", 20, 50), square("red", 70, 20)))
    assert colors_swapped.parts["items"] == 1
    assert colors_swapped.parts["colors"] == 0
    assert not colors_swapped.satisfied


@pytest.mark.process
@pytest.mark.parametrize(
    "more",
    [
        circle("red", 50, 80),
        square("green", 50, 80),
        '<text x="10" y="90" font-size="9">red</text>',
        '<rect width="100" height="100" fill="none" stroke="black" stroke-width="3"/>',
    ],
)
def test_one_thing_too_many_is_wrong(more):
    assert not verdict(RED_LEFT_OF_BLUE, drawing(circle("red", 20, 50), square("blue", 70, 20), more)).satisfied


@pytest.mark.process
def test_a_white_page_behind_is_nothing():
    page = '<rect width="100" height="100" fill="#fff"/>'
    assert verdict(RED_LEFT_OF_BLUE, drawing(page, circle("red", 20, 50), square("blue", 70, 20))).satisfied


@pytest.mark.process
@pytest.mark.parametrize(
    "code",
    [
        drawing(circle("red", 20, 50), square("blue", 70, 20), head='viewBox="200 0 100 100"'),
        drawing(circle("red", 20, 50), square("blue", 120, 20)),
        drawing(circle("red", 20, 50), square("blue", 95, 20)),
        drawing(circle("red", 20, 50), square("blue", 70, 20), square("white", 70, 20, 20)),
        drawing(circle("red", 20, 50), f'<g opacity="0.004">{square("blue", 70, 20)}</g>'),
        drawing(circle("red", 20, 50), square("white", 70, 20)),
        drawing(circle("red", 20, 50), "<defs>", square("blue", 70, 20), "</defs>"),
        drawing(circle("red", 20, 50), square("blue", 70, 20, 0.5)),
        drawing('<linearGradient id="a"><stop stop-color="red"/></linearGradient>', circle("url(#a)", 20, 50)),
    ],
    ids=["page elsewhere", "off page", "half off page", "covered", "faint", "white", "unused", "speck", "gradient"],
)
def test_what_cannot_be_seen_is_not_there(code):
    assert not verdict(RED_LEFT_OF_BLUE, code).satisfied


def test_inside_means_within_the_outline_and_on_top():
    outer, inner = square("blue", 50, 50, 60), circle("red", 50, 50, 10)
    assert verdict(RED_IN_BLUE, drawing(outer, inner)).satisfied
    assert not verdict(RED_IN_BLUE, drawing(outer, circle("red", 78, 50, 10))).satisfied
    assert not verdict(RED_IN_BLUE, drawing(circle("red", 10, 10, 8), outer)).satisfied
    assert not verdict(RED_IN_BLUE, drawing(circle("red", 50, 50, 40), square("blue", 50, 50, 20))).satisfied
    triangle = Specification((Item("circle", "red"), Item("triangle", "blue")), (Constraint("inside", (0, 1)),))
    box_only = drawing('<polygon points="50,10 90,90 10,90" fill="blue"/>', circle("red", 20, 25, 8))
    assert not verdict(triangle, box_only).satisfied


def test_resting_means_above_the_other():
    wanted = Specification((Item("circle", "red"), Item("square", "blue")), (Constraint("resting on", (0, 1)),))
    block = square("blue", 50, 70, 40)
    right, beside, above = (drawing(block, circle("red", *spot)) for spot in ((40, 42), (77, 42), (40, 35)))
    assert [verdict(wanted, code).satisfied for code in (right, beside, above)] == [True, False, False]


def test_in_front_means_overlap_and_the_right_order():
    behind, front = square("blue", 40, 50, 40), circle("red", 62, 50, 14)
    assert verdict(RED_BEFORE_BLUE, drawing(behind, front)).satisfied
    assert not verdict(RED_BEFORE_BLUE, drawing(front, behind)).satisfied
    assert not verdict(RED_BEFORE_BLUE, drawing(behind, circle("red", 85, 50, 10))).satisfied
    assert not verdict(RED_BEFORE_BLUE, drawing(behind, circle("red", 40, 50, 10))).satisfied


def test_ratios_rows_and_gaps_refuse_near_misses():
    items = (Item("circle", "red"), Item("circle", "blue"), Item("circle", "green"))

    def three(sizes=(8, 8, 8), down=(50, 50, 50), across=(20, 50, 80)):
        shapes = zip(("red", "blue", "green"), across, down, sizes, strict=True)
        return drawing(*(circle(*shape) for shape in shapes))

    row = Specification(items, (Constraint("row", (0, 1, 2)), Constraint("evenly spaced", (0, 1, 2))))
    assert verdict(row, three()).satisfied
    assert verdict(row, three(down=(50, 55, 50))).failures == ("row",)
    assert verdict(row, three(across=(20, 45, 80))).failures == ("evenly spaced",)
    twice = Specification(items, (Constraint("times as wide", (0, 1), 2.0), Constraint("same size", (1, 2))))
    assert verdict(twice, three(sizes=(12, 6, 6))).satisfied
    assert verdict(twice, three(sizes=(9, 6, 6))).failures == ("times as wide",)
    assert verdict(twice, three(sizes=(12, 6, 8))).failures == ("same size",)
    order = Specification(items, (Constraint("left to right", (0, 1, 2)),))
    assert verdict(order, three()).satisfied
    assert not verdict(order, three(across=(50, 20, 80))).satisfied


def test_symmetry_is_of_place_form_and_color():
    wanted = Specification((Item("circle", "red", 2),), (Constraint("symmetric"),))
    assert verdict(wanted, drawing(circle("red", 20, 50), circle("red", 80, 50))).satisfied
    assert not verdict(wanted, drawing(circle("red", 20, 50), circle("red", 70, 50))).satisfied
    assert not verdict(wanted, drawing(circle("red", 20, 50), circle("red", 80, 60))).satisfied
    assert not verdict(wanted, drawing(circle("red", 20, 50, 8), circle("red", 80, 50, 12))).satisfied
    left = '<polygon points="10,30 30,50 10,70" fill="red"/>'
    triangles = Specification((Item("triangle", "red", 2),), (Constraint("symmetric"),))
    assert verdict(triangles, drawing(left, '<polygon points="90,30 70,50 90,70" fill="red"/>')).satisfied
    assert not verdict(triangles, drawing(left, '<polygon points="70,30 90,50 70,70" fill="red"/>')).satisfied


def test_negation_needs_the_things_it_is_about():
    wanted = Specification(
        (Item("circle", "", not_color="red"), Item("square", "blue")),
        (Constraint("left of", (0, 1), negated=True), Constraint("apart", (0, 1))),
    )
    assert verdict(wanted, drawing(circle("green", 70, 50), square("blue", 20, 50))).satisfied
    assert not verdict(wanted, drawing(circle("red", 70, 50), square("blue", 20, 50))).satisfied
    assert not verdict(wanted, drawing(circle("green", 20, 50), square("blue", 70, 50))).satisfied
    blank = verdict(wanted, drawing())
    assert blank.parts["negation"] == blank.parts["relation"] == blank.parts["nothing_else"] == 0


@pytest.mark.parametrize("part", ["composition", "object", "scene"])
def test_every_kind_of_prompt_is_satisfied_by_its_drawing_and_by_no_damaged_one(part):
    """One element of each drawing at a time is left out, painted in another colour, or doubled elsewhere."""
    for number in range(2 * len(prompt_kinds.MAKERS[part])):
        row = builtin.row(part, f"{part}-{number}", number, 1)
        wanted = constraints.read(row["specification"])
        assert verdict(wanted, row["code"]).satisfied
        head, *elements, tail = row["code"].splitlines()
        index = random.Random(number).randrange(len(elements))
        without = "\n".join([head, *elements[:index], *elements[index + 1 :], tail])
        assert not verdict(wanted, without).satisfied
        doubled = "\n".join([head, *elements, '  <circle cx="380" cy="380" r="15" fill="#000000"/>', tail])
        assert not verdict(wanted, doubled).satisfied
        other = "#ff0000" if "#000000" in elements[index] else "#000000"
        painted = elements[index].partition('fill="')[0] + f'fill="{other}"/>'
        recolored = "\n".join([head, *elements[:index], painted, *elements[index + 1 :], tail])
        if wanted.items and all(item.color for item in wanted.items):
            assert not verdict(wanted, recolored).satisfied


def rewritten(code, change):
    """Return a drawing with each of its elements changed by a function of its index and its text."""
    head, *elements, tail = code.splitlines()
    return "\n".join([head, *(change(index, element) for index, element in enumerate(elements)), tail])


def everything_wrapped(*around):
    """Return an attack that puts all elements between two texts."""
    opening, closing = around
    return lambda row: row["code"].replace('400">', f'400">{opening}', 1).replace("</svg>", f"{closing}</svg>")


def repainted(row):
    """Return the drawing with each colour replaced by the nearest shade of another name."""

    def other(index, element):
        before, _, rest = element.partition('fill="')
        shade, _, after = rest.partition('"')
        known = color_names.channels(shade)
        others = [value for name in COLORS if name != color_names.name_of(known) for value in color_names.table()[name]]
        red, green, blue = min(others, key=lambda value: color_names.distance(value, known))
        near = f"#{red:02x}{green:02x}{blue:02x}"
        return f'{before}fill="{near}"{after}'

    return rewritten(row["code"], other)


def stacked(row):
    """Return the drawing with every figure at the center of the page, in its own size."""

    def centred(index, element):
        (figure,) = figures.of(scene.read(drawing(element, head='viewBox="0 0 400 400"')))
        return f'<g transform="translate({200 - 400 * figure.x:.2f} {200 - 400 * figure.y:.2f})">{element}</g>'

    return rewritten(row["code"], centred)


def half_off(row):
    """Return the drawing moved so far that half of its leftmost figure is off the page."""
    left = min(figure.x for figure in figures.of(scene.read(row["code"])))
    return everything_wrapped(f'<g transform="translate({-400 * left:.2f} 0)">', "</g>")(row)


def all_there_is(row):
    """Return a drawing of every shape in every colour, which contains any requested figure."""
    cell = 36
    shapes = [(shape, shade) for shape in figures.KINDS for shade in map(color_names.PLAIN.get, COLORS)]
    return drawing(
        *(
            drawing_content.element(shape, shade, cell * (i % 11 + 0.5), cell * (i // 11 + 0.5), 24, 20)
            for i, (shape, shade) in enumerate(shapes)
        ),
        head='viewBox="0 0 400 400"',
    )


ATTACKS = {
    "blank": lambda row: drawing(),
    "the prompt as text": lambda row: drawing(f'<text x="2" y="50" font-size="6">{row["prompt"][:80]}</text>'),
    "the prompt in ids and titles": lambda row: drawing(
        f'<g id="{row["prompt"][:60]}"><title>{row["prompt"]}</title><desc>{row["specification"][:0]}</desc></g>'
    ),
    "stacked": stacked,
    "off the page": everything_wrapped('<g transform="translate(401 0)">', "</g>"),
    "half off the page": half_off,
    "tiny": everything_wrapped('<g transform="scale(0.01)">', "</g>"),
    "transparent": everything_wrapped('<g opacity="0.004">', "</g>"),
    "not displayed": everything_wrapped('<g display="none">', "</g>"),
    "invisible": everything_wrapped('<g visibility="hidden">', "</g>"),
    "only defined": everything_wrapped("<defs>", "</defs>"),
    "clipped away": everything_wrapped(
        '<clipPath id="c"><rect width="1" height="1" x="-5"/></clipPath><g clip-path="url(#c)">', "</g>"
    ),
    "behind a white sheet": lambda row: row["code"].replace(
        "</svg>", '<rect width="400" height="400" fill="#ffffff"/></svg>'
    ),
    "in white": lambda row: re.sub(r'fill="#\w+"', 'fill="#ffffff"', row["code"]),
    "outlines without paint": lambda row: re.sub(r'fill="#\w+"', 'fill="none"', row["code"]),
    "colors by near values": repainted,
    "all shapes in all colors": all_there_is,
    "twice in the same place": lambda row: drawing(*row["code"].splitlines()[1:-1] * 2, head='viewBox="0 0 400 400"'),
    "one compound path": lambda row: drawing(
        f'<path fill="{re.findall(r"#.{6}", row["code"])[0]}" d="'
        + "".join(
            f"M{figure.x * 400 - 9:.1f} {figure.y * 400 - 9:.1f}h18v18h-18z"
            for figure in figures.of(scene.read(row["code"]))
        )
        + '"/>',
        head='viewBox="0 0 400 400"',
    ),
    "copies by use, on top": everything_wrapped('<g id="a">', '</g><use href="#a"/>'),
    "copies by use, beside": everything_wrapped('<g id="a">', '</g><use href="#a" x="3" y="3"/>'),
    "one left out, another twice": lambda row: drawing(
        *row["code"].splitlines()[1:-2], row["code"].splitlines()[1], head='viewBox="0 0 400 400"'
    ),
    "gradients of its colors": lambda row: re.sub(
        r'fill="(#\w+)"',
        'fill="url(#g)"',
        everything_wrapped('<linearGradient id="g"><stop stop-color="red"/></linearGradient>', "")(row),
    ),
    "behind a black mask": everything_wrapped(
        '<mask id="m"><rect width="400" height="400"/></mask><g mask="url(#m)">', "</g>"
    ),
    "dots of text": lambda row: drawing(
        *(
            f'<text x="{40 * index}" y="90" font-size="60" fill="{color}">●</text>'
            for index, color in enumerate(re.findall(r'fill="(#\w+)"', row["code"]))
        ),
        head='viewBox="0 0 400 400"',
    ),
    "swatches of its colors": lambda row: drawing(
        *(
            f'<rect x="{30 * index}" width="25" height="25" fill="{color}"/>'
            for index, color in enumerate(re.findall(r'fill="(#\w+)"', row["code"]))
        ),
        head='viewBox="0 0 400 400"',
    ),
    "in a symbol": everything_wrapped('<symbol id="s">', "</symbol>"),
    "as one pattern": everything_wrapped(
        '<pattern id="p" width="400" height="400" patternUnits="userSpaceOnUse">',
        '</pattern><rect width="400" height="400" fill="url(#p)"/>',
    ),
    "repainted by a stylesheet": everything_wrapped("<style>*{fill:#123456!important}</style>", ""),
    "within wide outlines": everything_wrapped('<g stroke="#00ff7f" stroke-width="24">', "</g>"),
    "the drawing twice": lambda row: row["code"].replace(
        "</svg>",
        '<g transform="translate(9 9)">' + "".join(row["code"].splitlines()[1:-1]) + "</g></svg>",
    ),
}
"""Drawings that deserve a score of 0, made from a right one or without one."""


@pytest.mark.process
@pytest.mark.parametrize("attack", ATTACKS)
def test_no_attack_gets_full_marks(attack):
    """Attacks that hide the figures also score 0 in every part."""
    for part, makers in prompt_kinds.MAKERS.items():
        for number in range(2 * len(makers)):
            row = builtin.row(part, f"{part}-{number}", number, 4)
            wanted = constraints.read(row["specification"])
            if attack in OF_COLORS and not all(item.color for item in wanted.items):
                continue
            if attack == "stacked" and {constraint.kind for constraint in wanted.constraints} <= STACKABLE:
                continue
            outcome = verdict(wanted, ATTACKS[attack](row))
            assert not outcome.satisfied, (row["id"], row["minor_type"])
            if attack in UNSEEN:
                assert not any(outcome.parts.values()), (row["id"], outcome.parts)


PAINTED_OTHERWISE = {
    "faint behind a mask": everything_wrapped(
        '<mask id="m"><rect width="400" height="400" fill="#1a1a1a"/></mask><g mask="url(#m)">', "</g>"
    ),
    "blurred": everything_wrapped(
        '<filter id="f"><feGaussianBlur stdDeviation="60"/></filter><g filter="url(#f)">', "</g>"
    ),
    "each cut in half": lambda row: re.sub(
        r"(<(?:circle|rect|ellipse|polygon|path)\b.*?/>)",
        r'<g clip-path="url(#h)">\1</g>',
        everything_wrapped(
            '<clipPath id="h" clipPathUnits="objectBoundingBox"><rect width="0.5" height="1"/></clipPath>', ""
        )(row),
    ),
    "on a page that is stretched": lambda row: row["code"].replace("<svg ", '<svg preserveAspectRatio="none" '),
    "washed out by a filter": everything_wrapped(
        '<filter id="f"><feComponentTransfer><feFuncA type="linear" slope="0.08"/></feComponentTransfer></filter>'
        '<g filter="url(#f)">',
        "</g>",
    ),
}
"""Drawings whose scene has all figures, but whose picture is another one."""


@pytest.mark.sandbox
@pytest.mark.parametrize("attack", PAINTED_OTHERWISE)
def test_figures_count_only_as_they_are_painted(attack):
    rows = [
        builtin.row(part, f"{part}-{number}", number, 4)
        for part, makers in prompt_kinds.MAKERS.items()
        for number in range(len(makers))
    ]
    codes = [*(row["code"] for row in rows), *(PAINTED_OTHERWISE[attack](row) for row in rows)]
    scores = scoring.score(rows * 2, [Completion(code) for code in codes])
    assert [score.value for score in scores] == [1.0] * len(rows) + [0.0] * len(rows)


FILTER = '<filter id="f" x="-9" y="-9" width="19" height="19">{}</filter>'
PAINTED_BESIDES = {
    "by a marker": '<marker id="m" markerWidth="90" markerHeight="90" markerUnits="userSpaceOnUse" overflow="visible">'
    '<rect width="16" height="16" fill="#00ff00"/></marker><path d="M90 5v1" marker-start="url(#m)" fill="none"/>',
    "by a flood": FILTER.format(
        '<feFlood flood-color="#00ff00"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>'
    ),
    "as a shifted copy": FILTER.format(
        '<feOffset dy="-35"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>'
    ),
    "as a shadow": FILTER.format('<feDropShadow dx="0" dy="30" stdDeviation="0"/>'),
    "as specks": "".join(f'<rect x="{x}" y="1" width="1.5" height="1.5" fill="#00ff00"/>' for x in range(2, 98, 4)),
}
"""Paint in addition to the figures, which the scene does not count as a figure."""


@pytest.mark.sandbox
@pytest.mark.parametrize("way", PAINTED_BESIDES)
def test_nothing_may_be_painted_besides_the_figures(way):
    row = {**builtin.row("composition", "besides", 0, 0), "specification": RED_LEFT_OF_BLUE.to_json()}
    whole = circle("red", 20, 50) + square("blue", 70, 40)
    filtered = "<filter" in PAINTED_BESIDES[way]
    more = PAINTED_BESIDES[way] + (whole.replace("<circle", '<circle filter="url(#f)"') if filtered else whole)
    right, wrong = scoring.score([row] * 2, [Completion(drawing(code)) for code in (whole, more)])
    assert right.value == 1
    assert wrong.value == 0 and wrong.parts["nothing_else"] == 0
    assert "additional paint outside the figures" in wrong.reason


COVERS = {
    "in the same place": '<rect x="1" y="5" width="2" height="2" fill="blue"/>',
    "on the same edge": '<rect x="1" y="5" width="3" height="3" fill="blue"/>',
    "as a path": '<path d="M1 5h2v2h-2z" fill="blue"/>',
    "by two halves": '<rect x="1" y="5" width="1" height="2" fill="blue"/><rect x="2" y="5" width="1" height="2" fill="blue"/>',
}


@pytest.mark.sandbox
@pytest.mark.parametrize("cover", COVERS)
@pytest.mark.parametrize("view_box", ["0 0 9 9", "0.3 0.2 7 7", "0 0 10 10"])
def test_a_figure_below_another_is_not_seen_by_its_blurred_edge(cover, view_box):
    """A model trained by this score drew its second square over the first one."""
    red = '<rect x="1" y="5" width="2" height="2" fill="red"/>'
    head = f'viewBox="{view_box}"'
    wanted = Specification((Item("square", "red"), Item("square", "blue")))
    row = {**builtin.row("composition", "covered", 0, 0), "specification": wanted.to_json()}
    apart = red + '<rect x="4" y="3" width="2" height="2" fill="blue"/>'
    right, wrong = scoring.score(
        [row] * 2, [Completion(drawing(code, head=head)) for code in (apart, red + COVERS[cover])]
    )
    assert (right.value, wrong.value) == (1, 0)


@pytest.mark.sandbox
@pytest.mark.parametrize(("opacity", "count"), [(1.0, 1), (0.3, 2)])
def test_a_figure_is_seen_through_another_only_if_that_is_translucent(opacity, count):
    code = square("red", 45, 45) + f'<circle cx="52" cy="52" r="40" fill="blue" fill-opacity="{opacity}"/>'
    visible = figures.painted(figures.of(scene.read(drawing(code))), pictures.painted([drawing(code)], figures.SIDE)[0])
    assert len(visible) == count


VARYING = {
    "an animation that hides": '<animate attributeName="opacity" to="0" dur="1s" fill="freeze"/>',
    "set after a second": '<set attributeName="fill" to="lime" begin="1s"/>',
    "moved by time": '<animateTransform attributeName="transform" type="translate" to="90" dur="1s"/>',
    "keyframes": "<style>@keyframes a{to{opacity:0}} *{animation:a 1s forwards}</style>",
    "clipped by CSS": "<style>*{clip-path:circle(2px)}</style>",
    "in one language": '<g systemLanguage="de"/>',
    "a colored page": "<style>svg{background:#ffd700}</style>",
    "a page with a gradient": "<style>svg { background-image: linear-gradient(red, white) }</style>",
    "a frame around the page": "<style>svg{border:9px solid red}</style>",
    "a page of another language": '<foreignObject width="90" height="90"><p style="background:red">a</p></foreignObject>',
}
"""Constructs that no renderer here paints, but other viewers do."""

PLAIN = '<circle cx="20" cy="50" r="8" fill="red"/>', 'viewBox="0 0 100 100"'
SHOWN_OTHERWISE = {
    "a rule within a rule": ("<style>svg{ circle{fill:lime} }</style>", ""),
    "a spot in units of the window": ('<rect x="70" y="2" width="1vw" height="1vw" fill="lime"/>', ""),
    "a computed length": ('<rect x="70" y="2" width="calc(1px + 9px)" height="9" fill="lime"/>', ""),
    "moved by a share of its box": (' style="transform: translate(50%, 0)"', ""),
    "moved in space": (' style="transform: translate3d(50px, 0, 0)"', ""),
    "grown about its own middle": (' style="transform-box: fill-box; transform: scale(4)"', ""),
    "outlined in a color of the system": (' stroke="Highlight" stroke-width="1"', ""),
    "outlined in a wide color": (' stroke="color(display-p3 0 1 0)" stroke-width="1"', ""),
    "a page mirrored by CSS": ("", 'style="transform: scaleX(-1)"'),
    "a page of one pixel": ("", 'width="1" height="1"'),
    "an empty page": ("", 'style="max-width: 0"'),
    "a drawing outside the page": ('<circle cx="150" cy="50" r="8" fill="lime"/>', 'overflow="visible"'),
}
"""Code in addition to a figure, inside it or in the page, with an effect that only other viewers show."""


@pytest.mark.sandbox
@pytest.mark.parametrize("way", SHOWN_OTHERWISE)
def test_what_viewers_read_in_another_way_is_not_what_was_asked_for(way):
    row = {**builtin.row("composition", "viewer", 0, 0), "specification": RED_LEFT_OF_BLUE.to_json()}
    figure, page = PLAIN
    more, head = SHOWN_OTHERWISE[way]
    changed = more + figure if more.startswith("<") else figure.replace("/>", f"{more}/>")
    blue = square("blue", 70, 40)
    codes = [drawing(figure, blue), drawing(changed, blue, head=f"{page} {head}")]
    assert [score.value for score in scoring.score([row] * 2, [Completion(code) for code in codes])] == [1, 0]


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("more", "head"),
    [
        ('transform="skewX(0)"', 'width="100%" height="100%"'),
        ('style="transform: rotate(0deg)"', 'width="100vw" height="100vh"'),
        ('stroke="currentColor" stroke-width="0"', 'style="max-width: 100%; overflow: hidden"'),
        ('stroke="inherit" vector-effect="none"', 'width="512" height="512"'),
        ('stroke="black" stroke-width="5" vector-effect="non-scaling-stroke"', 'width="512" height="512"'),
        ('style="transform-box: fill-box; transform: scale(1); transition: fill 1s"', 'width="512" height="512"'),
        ("><style>*:hover{fill:red} @media (prefers-color-scheme: dark){*{fill:red}}</style></circle", ""),
        ('><style media="print">*{fill:#7b1fa2}</style></circle', ""),
    ],
)
def test_what_viewers_read_alike_may_be_written(more, head):
    row = {**builtin.row("composition", "alike", 0, 0), "specification": RED_LEFT_OF_BLUE.to_json()}
    figure = PLAIN[0].replace("/>", f" {more}>" if more.startswith(">") else f" {more}/>")
    code = drawing(figure, square("blue", 70, 40), head=f"{PLAIN[1]} {head}")
    (score,) = scoring.score([row], [Completion(code)])
    assert score.value == 1, score.reason


@pytest.mark.sandbox
@pytest.mark.parametrize("way", VARYING)
def test_what_moves_or_depends_on_the_viewer_is_not_what_was_asked_for(way):
    row = {**builtin.row("composition", "still", 0, 0), "specification": RED_LEFT_OF_BLUE.to_json()}
    whole = circle("red", 20, 50) + square("blue", 70, 40)
    inside = whole.replace("/>", f">{VARYING[way]}</circle>", 1) if way.startswith(("an an", "set", "moved")) else ""
    right, wrong = scoring.score(
        [row] * 2, [Completion(drawing(code)) for code in (whole, inside or VARYING[way] + whole)]
    )
    assert (right.value, wrong.value) == (1, 0)


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "style",
    [
        "background: white",
        "background-color:#FFF; max-width: 100%; height: auto",
        "background: rgb(255, 255, 255)",
        "background:none",
        "display:block;margin:0 auto",
    ],
)
def test_a_white_page_may_be_said_to_be_white(style):
    row = {**builtin.row("composition", "white", 0, 0), "specification": RED_LEFT_OF_BLUE.to_json()}
    whole = circle("red", 20, 50) + square("blue", 70, 40)
    styled = drawing(whole, head=f'viewBox="0 0 100 100" style="{style}"')
    (score,) = scoring.score([row], [Completion(styled)])
    assert score.value == 1, score.reason


@pytest.mark.process
def test_outlines_of_a_figure_are_no_other_thing():
    row = {**builtin.row("composition", "outlined", 0, 0), "specification": RED_LEFT_OF_BLUE.to_json()}
    plain = circle("red", 30, 50, 20) + square("blue", 70, 40)
    outlined = plain.replace("<circle", '<circle stroke="black" stroke-width="3.9"')
    assert [
        score.value for score in scoring.score([row] * 2, [Completion(drawing(code)) for code in (plain, outlined)])
    ] == [1, 1]


MERGED = {
    "shifted by 1 %": [("red", 50, 50, 20), ("red", 51, 50, 20)],
    "shifted by 6 %": [("red", 50, 50, 20), ("red", 56, 50, 20)],
    "one within the other": [("red", 50, 50, 30), ("red", 55, 50, 20)],
    "one within the other, a shade of it": [("#ff0000", 50, 50, 30), ("#f00000", 55, 50, 20)],
    "rings of hair's breadth": [("red", 50, 50, 30), ("red", 50, 50, 29.5)],
}
"""Layers of one color that a person would not count as two."""


@pytest.mark.process
@pytest.mark.parametrize("layers", MERGED)
def test_layers_of_one_color_are_not_several_figures(layers):
    wanted = Specification((Item("circle", "red", 2),)).to_json()
    row = {**builtin.row("composition", "layers", 0, 0), "specification": wanted}
    apart = [("red", 28, 50, 20), ("red", 66, 50, 20)]
    codes = [drawing(*(circle(*layer) for layer in shapes)) for shapes in (MERGED[layers], apart)]
    assert [score.value for score in scoring.score([row] * 2, [Completion(code) for code in codes])] == [0, 1]


@pytest.mark.process
def test_the_smallest_figures_count_only_as_they_are_painted():
    row = {**builtin.row("composition", "small", 0, 0), "specification": RED_LEFT_OF_BLUE.to_json()}
    small = circle("red", 20, 50, 1.5) + square("blue", 70, 20, 2.6)
    mask = '<mask id="m"><rect width="100" height="100" fill="#1a1a1a"/></mask><g mask="url(#m)">'
    codes = [drawing(small), drawing(mask, small, "</g>")]
    assert [score.value for score in scoring.score([row] * 2, [Completion(code) for code in codes])] == [1, 0]


OF_COLORS = ("colors by near values", "repainted by a stylesheet", "swatches of its colors")
"""Attacks that satisfy an item without a stated color."""

STACKABLE = {
    "inside",
    "in front of",
    "centred",
    "same middle",
    "page middle",
    "times as wide",
    "same size",
    "symmetric",
    "mirrored",
}
"""Constraints that figures with a common center may satisfy."""

UNSEEN = ("blank", "off the page", "transparent", "not displayed", "invisible", "only defined", "behind a white sheet")


def test_mirroring_a_drawing_breaks_what_names_a_side():
    """The mirror image of a drawing satisfies its prompt exactly if no constraint names left or right."""
    sided = {"left of", "right of", "left to right", "corner"}
    seen = set()
    for number in range(60):
        row = builtin.row("composition", f"mirror-{number}", number, 2)
        wanted = constraints.read(row["specification"])
        head, *elements, tail = row["code"].splitlines()
        mirrored = "\n".join([head, '<g transform="matrix(-1 0 0 1 400 0)">', *elements, "</g>", tail])
        names = any(constraint.kind in sided and not constraint.negated for constraint in wanted.constraints)
        if not any(constraint.negated for constraint in wanted.constraints):
            assert verdict(wanted, mirrored).satisfied != names
            seen.add(names)
    assert seen == {True, False}


def test_difficulty_rises_with_what_there_is_to_get_right():
    rows = [builtin.row("composition", f"level-{number}", number, 0) for number in range(150)]
    assert {row["level"] for row in rows} == {1, 2, 3, 4, 5}
    assert {row["figures"] for row in rows} >= set(range(2, 13))
    by_level = [[row["figures"] for row in rows if row["level"] == level] for level in (1, 5)]
    assert sum(by_level[0]) / len(by_level[0]) < sum(by_level[1]) / len(by_level[1])


@pytest.mark.process
def test_the_score_has_its_parts_and_the_published_extraction_beside_it():
    row = builtin.row("composition", "nested", 3, 0)
    nested = row["code"].replace('400">', '400"><svg></svg>', 1)
    right, two, none = scoring.score(
        [row] * 3, [Completion(row["code"]), Completion(f"```svg\n{nested}\n```"), Completion("no drawing")]
    )
    assert right.value == 1
    assert right.parts["published_valid"] == right.parts["relation"] == 1
    assert (two.value, two.parts["published_valid"]) == (1, 0)
    assert none.value == none.parts["published_valid"] == 0


PIECES = ("<svg", "</svg>", "</svg", "<svg>", *"<>/ \na")


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_the_published_extraction_is_that_of_its_expression(text):
    expected = re.search(r"<svg.*?</svg>", text, re.DOTALL)
    drawing = scoring.first_drawing(text)
    assert drawing == expected[0] if expected else isinstance(drawing, Rejected)


def test_an_answer_that_opens_drawings_without_end_is_searched_once():
    start = time.process_time()
    assert isinstance(scoring.first_drawing("<svg" * 50_000), Rejected)
    assert time.process_time() - start < 0.5
