"""Answers that the two renderers draw visibly differently are flagged, and others are not."""

import pytest

from sgpkit.benchmark import families
from sgpkit.reports import album
from sgpkit.reports.album import Album
from sgpkit.runs import rendering

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
SAME = f'{HEAD}<circle cx="20" cy="20" r="15" fill="teal"/><path d="M3 3L37 30" stroke="red"/><text y="30" font-size="6">Word</text></svg>'
OTHER = f'{HEAD}<filter id="b"><feGaussianBlur stdDeviation="9"/></filter><rect x="9" y="9" width="22" height="22" filter="url(#b)"/></svg>'
UNSAFE = f"{HEAD}<script/></svg>"
SVG = next(benchmark for benchmark in families.all_benchmarks() if benchmark.answer_format == "svg")

pytestmark = pytest.mark.sandbox


def test_only_what_a_person_would_see_is_flagged():
    assert rendering.renderers_differ(SVG, [SAME, OTHER, UNSAFE, "no drawing"]) == [False, True, False, False]


def test_the_album_remembers_and_stops_at_the_limit(monkeypatch):
    answers = [(SVG, "", code, "stop") for code in (SAME, OTHER, OTHER)]
    kept = Album()
    assert album.differing(answers, kept) == {(SVG.config, "", OTHER, "stop")}
    monkeypatch.setattr(rendering, "renderers_differ", None)  # nothing is painted again
    assert album.differing(answers, kept) == {(SVG.config, "", OTHER, "stop")}
    monkeypatch.setattr(album, "MAX_COMPARED", 1)
    assert album.differing(answers, kept) == set()
