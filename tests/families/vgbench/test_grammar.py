"""A grammar pass over captions and questions: articles, agreement of a single thing with its verb, doubled words; and
no comment or name in a program that names the subject of the figure."""

import random
import re

import pytest

from sgpkit.families.vgbench.content import generators, graph_domains, tikz_figures
from sgpkit.graphics.formats import get

VERBS = "are|stand|lie|run|go|lead|join|hang|carry|leave|mark"
SLIPS = {
    "a before a vowel": r"\ba (?!one\b|uni|use|eu|and\b|are\b|into\b|each\b|over\b)[aeio][a-z]{2,}",
    "an before a consonant": r"\b[Aa]n (?!hour|honest)[bcdfgjklmnpqrstvwxyz][a-z]{2,}",
    "one with a plural verb": rf"\b(?<!but )(?<!of )[Oo]ne (?:[a-z-]+ ){{1,2}}(?:of (?:[a-z-]+ ){{1,2}})?(?:in [a-z ]+? )?(?:{VERBS})\b(?! and )",
    "many of one size with a singular verb": r"\bof one size[a-z ]*? (?:stands|lies|runs|goes)\b",
    "an article before a plural or what cannot be counted": r"\ban? (?:[a-z]+s that|light split|writing|refraction|Pascal)\b",
    "no article": r"\b(?:shows|presents|at) (?:abacus|truss)\b",
    "an article before a number": r"\bthe (?:row|column) (?:one|two|three|four)\b",
    "there are one": r"\bthere are one\b",
    "a doubled word": r"\b([a-z]{3,}) \1\b",
    "spaces and marks": r" [,.;:]|  |,,|(?<!\.)\.\.(?!\.)",
}
MADE = {"tikz": tikz_figures, "graphviz": graph_domains}


def texts(format, kind, number):
    generator = random.Random(f"grammar:{kind}:{number}")
    figure = MADE[format].draw(kind, generator)
    yield figure.caption
    if format == "tikz":
        for type in ("counting", "relation", "concept"):
            question = tikz_figures.ask(figure, type, random.Random(number))
            if question is not None:
                yield question.text


@pytest.mark.parametrize(
    "format", [pytest.param(format, marks=pytest.mark.slow if format == "tikz" else ()) for format in MADE]
)
def test_captions_and_questions_have_no_slips(format):
    slips = []
    for kind in generators.captioned_kinds(format):
        for number in range(8):
            for text in texts(format, kind, number):
                prose = re.sub(r'"[^"]*"|\'[^\']*\'', "X", text)
                slips += [
                    f"{kind}: {name}: …{prose[max(0, match.start() - 30) : match.end() + 20]}…"
                    for name, pattern in SLIPS.items()
                    for match in re.finditer(pattern, prose)
                ]
    assert not slips, "\n".join(slips[:20])


@pytest.mark.parametrize("format", MADE)
def test_no_comment_says_what_the_figure_is_of(format):
    """Comments fit any drawing: they contain no word of the kind's name."""
    language = get("dot" if format == "graphviz" else "tikz")
    own: dict[str, set[str]] = {}
    for kind in MADE[format].KINDS:
        for number in range(8):
            code = MADE[format].draw(kind, random.Random(f"comments:{kind}:{number}")).code
            comments = " ".join(
                group for match in language.comments.finditer(code) for group in match.groups() if group
            )
            own.setdefault(kind, set()).update(re.findall(r"[a-z]{4,}", comments.casefold()))
    for kind, words in own.items():
        elsewhere = set().union(*(others for other, others in own.items() if other != kind))
        telling = {word for word in words - elsewhere if word.rstrip("s") in kind}
        assert not telling, (kind, telling)
