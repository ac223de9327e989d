"""Labels in the pictures for vision models: the heights of their letters, measured in pixels."""

import random
import re
from functools import cache

import pytest

from sgpkit.families.vgbench import legibility
from sgpkit.families.vgbench.content import generators
from sgpkit.graphics import dot, svg, tex
from sgpkit.graphics.compiled import Converted
from sgpkit.graphics.svg.outline import bounding_box
from sgpkit.status import Rejected

ROWS = {"tikz": 60, "graphviz": 48}
VIEW = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)"')


@cache
def drawn(format: str) -> list[tuple[str, Converted]]:
    """Return compiled figures of as many different kinds as possible, with their kinds."""
    dealt = generators.deck(format, "3:legible")
    figures = [next(dealt).figure for _ in range(ROWS[format])]
    compile = tex.convert_many if format == "tikz" else dot.convert_many
    outcomes = compile([figure.code for figure in figures])
    return [(figure.kind, out) for figure, out in zip(figures, outcomes, strict=True) if not isinstance(out, Rejected)]


def scale(converted: Converted) -> float:
    """Return the number of pixels per unit of a drawing, in the picture of a question."""
    _, _, width, height = map(float, VIEW.search(converted.svg).groups())
    return legibility.legible_size(converted, "") / max(width, height)


def letters(converted: Converted) -> list[float]:
    """Return the heights in pixels of all letters that are drawn as outlines."""
    boxes = [
        bounding_box(shape.outline) for shape in svg.shapes(converted.svg) if "glyph" in shape.classes and shape.outline
    ]
    return [scale(converted) * (box.bottom - box.top) for box in boxes if box is not None]


def tall_share(converted: Converted) -> float:
    """Return the share of letters that are capitals, digits or equally tall small letters."""
    text = "".join(word.text for word in converted.words)
    return sum(letter.isupper() or letter.isdigit() or letter in "bdfhkl" for letter in text) / max(1, len(text))


def words(converted: Converted) -> list[float]:
    """Return the heights in pixels of all words: of their boxes on the page, or of the capitals of their font."""
    sizes = [word.bottom - word.top for word in converted.words]
    sizes = sizes or [0.72 * float(size) for size in re.findall(r'font-size="([\d.]+)"', converted.svg)]
    return [scale(converted) * size for size in sizes]


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize("format", ROWS)
def test_most_labels_of_a_picture_are_ten_pixels_high(format: str) -> None:
    small = {}
    for kind, converted in drawn(format):
        heights = sorted(words(converted))
        largest = scale(converted) * max(map(float, VIEW.search(converted.svg).groups()[2:])) > legibility.LARGEST - 1
        if heights and not largest and heights[len(heights) // 10] < legibility.LETTER - 0.1:
            small[kind] = heights[len(heights) // 10]
    assert len(drawn(format)) > 0.95 * ROWS[format]
    assert not small


@pytest.mark.slow
@pytest.mark.sandbox
def test_capitals_and_digits_as_painted_are_high_enough_to_read() -> None:
    """Measured by the outlines of letters; a capital has about two thirds of the height of its font."""
    measured = 0
    for kind, converted in drawn("tikz"):
        heights = sorted(letters(converted))
        if len(heights) >= 4:
            measured += 1
            # The tallest letters of a label, not its dots and minus signs.
            assert heights[-1] >= 0.9 * legibility.LETTER, kind
            if tall_share(converted) > 0.3:
                assert heights[len(heights) * 4 // 5] >= 0.8 * legibility.LETTER, kind
    assert measured > 25


@pytest.mark.slow
@pytest.mark.sandbox
def test_the_letters_painted_are_the_size_that_is_reckoned_with() -> None:
    """Measured by the picture's pixels, as rows of dark pixels in the box of a word."""
    from sgpkit.graphics import raster

    checked = 0
    for _, converted in random.Random(0).sample(drawn("tikz"), 20):
        if not converted.words:
            continue
        left, top, width, height = map(float, VIEW.search(converted.svg).groups())
        size = legibility.legible_size(converted, "tikz")
        image = raster.paint(converted.svg, size)
        item = size / max(width, height)
        word = max(converted.words, key=lambda word: word.bottom - word.top)
        x = (size - item * width) / 2 - left * item
        y = (size - item * height) / 2 - top * item
        box = image[
            max(0, round(y + word.top * item)) : round(y + word.bottom * item) + 1,
            max(0, round(x + word.left * item)) : round(x + word.right * item) + 1,
        ]
        rows = (box.max(axis=2).astype(int).min(axis=1) < int(box.max()) - 60).sum()
        if rows:
            checked += 1
            assert rows >= 4, (word.text, word)
    assert checked >= 8


@pytest.mark.sandbox
def test_no_question_is_asked_of_a_graph_too_wide_for_its_labels_to_be_read() -> None:
    """Ten pixels in the largest picture, measured by the letters that `dot` writes; 19 steps in a row had four."""
    made = generators.generator_of("graphviz")
    wide = asked = 0
    for number in range(24):
        figure = made.draw(("order-handling", "control-flow")[number % 2], random.Random(f"wide:{number}"))
        drawing = dot.to_svg(figure.code)
        side = max(map(float, VIEW.search(drawing).groups()[2:]))
        smallest = min(map(float, re.findall(r'font-size="([\d.]+)"', drawing)))
        readable = 0.72 * smallest * legibility.LARGEST / side >= 0.9 * legibility.LETTER
        given = made.ask(figure, "layout", random.Random(number)) is not None
        wide += not readable
        asked += given
        assert readable or not given, figure.code
    assert wide >= 2 and asked >= 8
