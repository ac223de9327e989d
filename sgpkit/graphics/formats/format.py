"""A drawing format as a value: how programs are found in a completion, checked, turned into SVG and shown."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sgpkit.status import Rejected

if TYPE_CHECKING:
    from sgpkit.graphics.compiled import Converted


class Program(NamedTuple):
    """A program in a completion, and whether its end was seen."""

    text: str
    finished: bool


class Fence(NamedTuple):
    """A Markdown code block: the word after its opening fence, what it holds, and whether it is closed."""

    language: str
    text: str
    closed: bool


Convert = Callable[[Sequence[str], int | None], "list[Converted | Rejected]"]
"""(programs, workers) -> each program as SVG, in the same order; None takes as many workers as there are processors."""


@dataclass(frozen=True)
class Format:
    """A drawing language. Every field but the first two has a default that works for a language of its own.

    `find` yields the programs in a piece of prose or in a code block; without it, programs are whole code blocks whose
    language is one of `fences`. `check` raises `Rejected` for what a program says openly that a drawing has no use for.
    `convert` compiles programs to SVG in the sandbox; None where programs are SVG already.

    `lexer` is a Pygments lexer as (module, class), for code metrics and highlighting. `comments` matches comments, the
    text of each in its first group that took part; `texts` yields names, labels and written text of a program without
    comments. `suffixes` are endings of files, `opening` matches at the beginning of a file of this format. `normalise`
    gives a program's text without what draws nothing, for finding copies.

    `unit` is the length of the language's own unit in points, `upward` says that y grows upward in it. `classes` says
    that elements keep class names, by which a task may mark what was added; else colours mark it. `page` says that a
    compiled drawing begins with its sheet of paper. `modality` is the tag on dataset cards, `extra` what
    `pip install 'sgpkit[…]'` adds, `packages` what Debian installs.
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
        """Yield what a program says in words: its comments, then its names, labels and written text."""
        if self.comments is not None:
            for comment in self.comments.finditer(code):
                yield from filter(None, comment.groups())
            code = self.comments.sub("", code) if self.texts is not None and self.convert is not None else code
        if self.texts is not None:
            yield from self.texts(code)

    def programs(self, text: str) -> Iterator[Program]:
        """Yield the programs in a piece of text that is no longer fenced."""
        if self.find is not None:
            yield from self.find(text)

    def convert_many(self, codes: Sequence[str], workers: int | None = None) -> "list[Converted | Rejected]":
        """Return each program as SVG, or why there is none, aligned with `codes`."""
        if self.convert is not None:
            return self.convert(codes, workers)
        from sgpkit.graphics.compiled import Converted

        return [Converted(code) for code in codes]

    def to_svg(self, code: str) -> str:
        """Return one program as SVG; raises `Rejected` with the reason."""
        (outcome,) = self.convert_many([code])
        if isinstance(outcome, Rejected):
            raise outcome
        return outcome.svg


def between(
    start: re.Pattern[str], end: re.Pattern[str], unmarked_end: re.Pattern[str] | None = None
) -> Callable[[str], Iterator[Program]]:
    """Return a finder for languages that hold one program a piece of text: from the first start to the last end.

    Without an end mark a program is finished if `unmarked_end` occurs in it.
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
    """Yield the Markdown code blocks of a text; the last one may lack its end."""
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
