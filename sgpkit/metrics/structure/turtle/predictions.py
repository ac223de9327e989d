"""Completions to drawings: the program in a completion, its language, and its drawing."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from sgpkit import extract
from sgpkit.extract.python_programs import last_python, require_python
from sgpkit.extract.visible import MAX_LENGTH
from sgpkit.graphics import turtle
from sgpkit.graphics.programs import any_language
from sgpkit.graphics.turtle.figure import Figure
from sgpkit.metrics.structure.turtle.ink import Black
from sgpkit.sandbox.workers import pool
from sgpkit.status import Rejected, Status
from sgpkit.values import content

ANY_LANGUAGE = "any-language"
# Words that distinguish the block with the program from others.
WORDS = {"turtle": ("turtle", "t."), "rabbit": ("abbit", ".aa(", ".cc(")}
_MARKUP = ("canvas",)  # markup languages recognised by a word that neither prose nor Python contains


class Drawn(NamedTuple):
    """The drawing of a prediction. `free` geometry has an arbitrary scale; turtles move in pixels. `given` is another
    reading of free geometry, which counts if it fits better (`any_language.Drawing`).
    """

    figure: Figure
    black: Black
    language: str
    free: bool = False
    given: Figure | None = None


class Failed(NamedTuple):
    """A prediction without a drawing."""

    rejected: Rejected
    language: str


def draw(predictions: Sequence[object], setting: str) -> list[Drawn | Failed]:
    """Return the drawing of each prediction. Equal programs are run once and share their drawing."""
    programs = [_program(*content(prediction), setting) for prediction in predictions]
    draw_all = _draw_any if setting == ANY_LANGUAGE else _draw_turtles
    different = list(dict.fromkeys(program for program in programs if isinstance(program, str)))
    drawn = dict(zip(different, draw_all(different, setting), strict=True))
    nothing = any_language.LANGUAGES[-1] if setting == ANY_LANGUAGE else "turtle"
    return [drawn[one] if isinstance(one, str) else Failed(one, nothing) for one in programs]


def _program(completion: object, finish_reason: str, setting: str) -> str | Rejected:
    try:
        if setting == ANY_LANGUAGE:
            return _any_program(completion, finish_reason)
        return require_python(completion, finish_reason, WORDS[setting])
    except Rejected as rejected:
        return rejected


def _draw_turtles(programs: list[str], setting: str) -> list[Drawn | Failed]:
    return [
        Failed(figure, "turtle") if isinstance(figure, Rejected) else _inked(figure, "turtle", free=False)
        for figure in turtle.draw_many(programs, setting)
    ]


def _draw_any(programs: list[str], setting: str) -> list[Drawn | Failed]:
    def one(program: str) -> Drawn | Failed:
        language = any_language.language_of(program)
        try:
            drawing = any_language.draw(program)
        except Rejected as rejected:
            return Failed(rejected, language)
        drawn = _inked(drawing.figure, language, free=language != "turtle")
        return drawn if isinstance(drawn, Failed) else drawn._replace(given=drawing.given)

    with ThreadPoolExecutor(pool.workers(), "sgpkit-any-language") as executor:
        return list(executor.map(one, programs))


def _inked(figure: Figure, language: str, free: bool) -> Drawn | Failed:
    try:
        sized = next(any_language.scaled_to_box(figure, (500, 500)), figure) if free else figure
        black = sized.black()
        if not black.size:
            raise Rejected(Status.NO_ANSWER, "the program draws nothing black")
    except Rejected as rejected:
        return Failed(rejected, language)
    return Drawn(figure, black, language, free)


def _any_program(completion: object, finish_reason: str) -> str:
    """Return the last block in a language that can be drawn, else the last in a language that is refused by name;
    without blocks, the text itself as a program.
    """
    if not isinstance(completion, str) or len(completion) > MAX_LENGTH:
        return require_python(completion, finish_reason)
    visible, _ = extract.without_thinking(completion)
    languages = [(block, any_language.language_of(block)) for block in extract.fenced_blocks(visible)]
    drawn = [block for block, language in languages if language in any_language.DRAWN]
    blocks = drawn or [block for block, language in languages if language != "other"]
    language = any_language.language_of(blocks[-1] if blocks else visible)
    if language in ("svg", "tikz", "eps"):
        return extract.require_code(completion, language, finish_reason)
    if blocks and (finish_reason != "length" or last_python(visible, ())[1]):
        return blocks[-1]
    if not blocks and language in _MARKUP and finish_reason != "length":
        return visible
    return require_python(completion, finish_reason)
