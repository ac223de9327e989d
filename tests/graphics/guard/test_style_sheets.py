"""Style sheets are refused by an estimate of the cost of matching them, before they are matched. Real ones cost far
less."""

import math

import pytest

from sgpkit.graphics import guard
from sgpkit.graphics.guard.selectors import max_choices, selectors
from sgpkit.status import Rejected, Status

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'


def drawing(sheet: str, depth: int, leaves: int) -> str:
    inside = "<rect/>" * leaves
    return f"{HEAD}<style>{sheet}</style>{'<g>' * depth}{inside}{'</g>' * depth}</svg>"


@pytest.mark.parametrize(
    ("sheet", "depth", "leaves"),
    [
        ("".join(f".cls-{n}{{fill:#00{n:04d}}}" for n in range(2_000)), 3, 20_000),
        ("#a .b .c{fill:red}" * 20, 8, 5_000),
        ("svg > g > g > rect{fill:red}" * 200, 40, 9_000),
        ("@media (min-width: 1px) and (max-width: 2px) { g rect, g path, text tspan { fill: red } }", 20, 2_000),
        ("rect:first-child, rect:not(.a):not(.b){fill:red}", 5, 2_000),
        ("/* a b c d e f g h i j k l m n o p */ rect{fill:red}", 60, 500),
    ],
)
def test_what_people_and_programs_write_is_read(sheet, depth, leaves):
    guard.check_svg(drawing(sheet, depth, leaves))


@pytest.mark.parametrize("parts", [5, 12, 90])
def test_combinations_of_parents_are_counted_before_they_are_tried(parts):
    with pytest.raises(Rejected, match="selectors") as refusal:
        guard.check_svg(drawing(f"x {'g ' * parts}rect{{fill:red}}", 100, 5))
    assert refusal.value.status is Status.TOO_LARGE
    guard.check_svg(drawing(f"x {'g ' * parts}rect{{fill:red}}", 2, 5))


SELECTORS = {
    "children": ">".join("g" * 20_000),
    "neighbours": "+".join("g" * 20_000),
    "parents": " ".join("g" * 20_000),
    "siblings": " ~ ".join("g" * 20_000),
    "classes": "rect" + ".a" * 20_000,
    "names": "rect" + "#a" * 20_000,
    "attributes": "rect" + "[a]" * 20_000,
    "quoted attributes": "rect" + "[a='b']" * 20_000,
    "conditions": "rect" + ":first-child" * 20_000,
    "negations": "rect" + ":not(.a)" * 20_000,
    "a list inside": f":is({','.join(['.a'] * 20_000)})",
    "any element": "*>" * 20_000 + "rect",
    "steps without elements": "rect" + ">" * 20_000,
    "namespaces": "|a>" * 20_000 + "rect",
    "comments between": "g/**/>" * 20_000 + "rect",
    "after a quote that is none": r"rect.a\22 " + ".a" * 20_000,
    "after a text that never ends": "rect'\n" + ".a" * 20_000,
    "escapes": "rect" + r"\2e a" * 20_000,
}


@pytest.mark.parametrize(
    "rule", ["{}{{fill:red}}", "@media screen{{{}{{fill:red}}}}", "rect,{}{{fill:red}}", "g{{{}{{}}}}"]
)
@pytest.mark.parametrize("selector", SELECTORS.values(), ids=SELECTORS)
def test_a_selector_of_endless_parts_is_refused_by_name(selector, rule):
    with pytest.raises(Rejected, match="a CSS selector has more than 200 parts") as refusal:
        guard.check_svg(drawing(rule.format(selector), 3, 2))
    assert refusal.value.status is Status.TOO_LARGE


@pytest.mark.parametrize(
    "sheet",
    [
        ",".join(f".a{n} > .b{n}" for n in range(5_000)) + "{fill:red}",
        "rect[data-x='" + "a>b.c#d:e " * 20 + "']{fill:red}",
        ">".join("g" * 100) + "{fill:red}",
        "rect{font-family:" + ",".join(["a.b > c"] * 500) + "}",
    ],
)
def test_long_lists_long_texts_and_long_values_are_no_deep_selectors(sheet):
    guard.check_svg(drawing(sheet, 3, 2))


def test_the_estimate_is_what_a_search_that_gives_up_last_looks_at():
    """The estimate is compared with a search like that of renderers: each part is tried in all ancestors of the next
    part's match."""

    def looks(parts: int, above: int) -> int:
        return 1 if not parts else sum(looks(parts - 1, parent) for parent in range(above))

    for depth in range(1, 12):
        for parts in range(1, 5):
            assert looks(parts, depth) == math.comb(depth, parts) <= max_choices(depth, parts) or parts > depth / 2


def test_selectors_are_taken_apart():
    sheet = "@media screen{a b , c>d{fill:red}} :is(a,b c) d{x:y} e"
    assert list(selectors(sheet)) == ["a b", "c>d", ":is(a,b c) d"]
