"""A drawing format as a value: how programs are extracted, checked, converted to SVG and displayed."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sgpkit.status import Rejected

if TYPE_CHECKING:
    from sgpkit.graphics.compiled import Converted


class Program(NamedTuple):
    """A program in a completion, and whether its end was found."""

    text: str
    finished: bool


class Fence(NamedTuple):
    """A Markdown code block: the language after its opening fence, its text, and whether it is closed."""

    language: str
    text: str
    closed: bool


Convert = Callable[[Sequence[str], int | None], "list[Converted | Rejected]"]
"""(programs, workers) -> one result per program, in order; workers=None means one per processor."""


@dataclass(frozen=True)
class Format:
    """A drawing language. All fields except the first two have defaults that suit a stand-alone language.

    `find` yields the programs in prose or a code block; without it, programs are whole code blocks whose language is in
    `fences`. `check` raises `Rejected` for unsafe commands that can be recognised in the text. `convert` compiles
    programs to SVG in the sandbox; None if programs are SVG already.

    `lexer` is a Pygments lexer as (module, class), for code metrics and highlighting. `comments` matches comments, with
    their text in the first group that matched; `texts` yields the names, labels and visible text of a program without
    comments. `suffixes` are file name endings; `opening` matches at the start of a file in this format. `normalise`
    removes the text that does not affect the drawing, to find copies.

    `unit` is the language's unit in points; `upward` is True if its y axis points up. `classes` is True if elements can
    have class names, with which a task marks additions; otherwise colours mark them. `page` is True if a compiled
    drawing starts with a background rectangle for the page. `modality` is the tag on dataset cards, `extra` the pip
    extra to install, and `packages` the Debian packages.
    """

    name: str
    title: str
    find: Callable[[str], Iterator[Program]] | None = None
    fences: tuple[str, ...] = ()
    check: Callable[[str], None] | None = None
    convert: Convert | None = None
    lexer: tuple[str, str] = ("pygments.lexers.special", "TextLexer")
    comments: re.Pattern[str] | None = None
    texts: Callable[[str], Iterator[str]] | None = None
    suffixes: tuple[str, ...] = ()
    opening: re.Pattern[str] | None = None
    normalise: Callable[[str], str] | None = None
    aliases: tuple[str, ...] = ()
    unit: float = 1.0
    upward: bool = False
    classes: bool = False
    page: bool = False
    modality: str = ""
    extra: str = ""
    packages: tuple[str, ...] = ()

    def words(self, code: str) -> Iterator[str]:
        """Yield the words in a program: its comments, then its names, labels and visible text."""
        if self.comments is not None:
            for comment in self.comments.finditer(code):
                yield from filter(None, comment.groups())
            code = self.comments.sub("", code) if self.texts is not None and self.convert is not None else code
        if self.texts is not None:
            yield from self.texts(code)

    def programs(self, text: str) -> Iterator[Program]:
        """Yield the programs in a text without fences."""
        if self.find is not None:
            yield from self.find(text)

    def convert_many(self, codes: Sequence[str], workers: int | None = None) -> "list[Converted | Rejected]":
        """Return each program as SVG or its rejection, in order."""
        if self.convert is not None:
            return self.convert(codes, workers)
        from sgpkit.graphics.compiled import Converted

        return [Converted(code) for code in codes]

    def to_svg(self, code: str) -> str:
        """Return one program as SVG. Raises `Rejected`."""
        (outcome,) = self.convert_many([code])
        if isinstance(outcome, Rejected):
            raise outcome
        return outcome.svg


def between(
    start: re.Pattern[str], end: re.Pattern[str], unmarked_end: re.Pattern[str] | None = None
) -> Callable[[str], Iterator[Program]]:
    """Return a `find` function for languages with one program per text: from the first start to the last end.

    Without an end mark, a program counts as finished if it contains `unmarked_end`.
    """

    def find(text: str) -> Iterator[Program]:
        first = start.search(text)
        if first is None:
            return
        ends = list(end.finditer(text, first.end()))
        if ends:
            yield Program(text[first.start() : ends[-1].end()], True)
        else:
            rest = text[first.start() :].rstrip()
            yield Program(rest, unmarked_end is not None and unmarked_end.search(rest) is not None)

    return find


def fences(text: str) -> Iterator[Fence]:
    """Yield the Markdown code blocks of a text; the last one may be unclosed."""
    if "```" not in text and "~~~" not in text:
        return
    fence = language = ""
    lines: list[str] = []
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        if fence:
            if bare.startswith(fence) and not bare.strip(fence[0]):
                yield Fence(language, "".join(lines), True)
                fence, lines = "", []
            else:
                lines.append(line)
        elif bare.startswith(("```", "~~~")):
            fence = bare[: len(bare) - len(bare.lstrip(bare[0]))]
            language = bare[len(fence) :].strip().partition(" ")[0].lower()
    if fence:
        yield Fence(language, "".join(lines), False)
