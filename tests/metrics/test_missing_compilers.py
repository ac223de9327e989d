"""Scores of drawings where their compiler is not installed: the command is refused, and no answer gets a status."""

import pytest

from sgpkit.errors import UserError
from sgpkit.graphics.compiled import page
from sgpkit.metrics.pictures import svg_similarity
from sgpkit.metrics.structure import molecule_structure, recall

pytestmark = [pytest.mark.process, pytest.mark.sandbox]

EPS = """%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 90 {0}
1 0 0 setrgbcolor 20 20 10 0 360 arc fill
showpage
"""
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="red"/></svg>'


@pytest.fixture(autouse=True)
def without_a_program(monkeypatch, tmp_path):
    monkeypatch.setenv("SGPKIT_SCORING", "direct")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(page, "PROGRAMS", {"no-such-program": "no-such-package"})


def test_a_missing_compiler_is_no_status_of_an_answer():
    code = EPS.format(71)
    remedy = "apt install no-such-package"
    with pytest.raises(UserError, match=remedy):
        svg_similarity.score([code], [DRAWING], format="eps")
    with pytest.raises(UserError, match=remedy):
        molecule_structure.score([code], [code], "eps")
    with pytest.raises(UserError, match=remedy):
        recall.score([code], ["a red circle"], "eps")
