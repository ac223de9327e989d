"""Pictures that people and judges see are those that are scored: rows, reports, judges, demos."""

import io

import numpy as np
import pytest
import toy_drawing
from PIL import Image

from sgpkit.families.genbench import pictures as of_genbench
from sgpkit.families.sgp_bench import pictures as of_sgp_bench
from sgpkit.families.vectorgym import pictures as of_vectorgym
from sgpkit.families.vgbench import pictures as of_vgbench
from sgpkit.integrations.space import drawings as of_spaces
from sgpkit.metrics import pictures
from sgpkit.metrics.pictures import in_workers
from sgpkit.runs import rendering
from sgpkit.status import Rejected, Status

pytestmark = [pytest.mark.sandbox, pytest.mark.process]

BLUE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><style>rect:is(.a){fill:#0000ff}</style>'
    '<rect class="a" x="2" width="9" height="9" fill="red"/></svg>'
)
"""Blue in browsers, red by a renderer that does not know the selector."""

MOVING = BLUE.replace("/></svg>", '><animate attributeName="x" to="99"/></rect></svg>')


def png(data):
    return np.array(Image.open(io.BytesIO(data)).convert("RGB"))


def shown(code):
    """Return the picture of a program in each place."""
    (page,) = rendering.pictures(toy_drawing.DRAWING, [code], 64)
    row = {"id": "a", "source": "other", "code": code, "picture": ""}
    return {
        "report": png(page.png),
        "sgp_bench": png(of_sgp_bench.picture(code, False)),
        "sgp_bench builtin": png(of_sgp_bench.picture(code, True)),
        "vectorgym": png(of_vectorgym.picture(code, "other")),
        "vgbench": png(of_vgbench.pictured(code, "svg", False)["image"]),
        "genbench": png(of_genbench.finish(row)["image"]),
    }


def test_pictures_of_rows_and_reports_are_those_of_browsers():
    for name, picture in shown(BLUE).items():
        assert picture[len(picture) // 2, len(picture) // 2].tolist() == [0, 0, 255], name
    (scored,) = pictures.drawings([BLUE], 64)
    assert np.array_equal(shown(BLUE)["report"], scored)


def test_judges_and_demos_see_what_is_scored():
    (judged,) = in_workers.drawings([BLUE], 64)
    (scored,) = pictures.drawings([BLUE], 64)
    assert np.array_equal(judged, scored)
    assert np.array_equal(of_spaces.draw(BLUE, "svg", 64), scored)


def test_judges_and_demos_do_not_see_what_is_refused():
    for outcome in (*in_workers.drawings([MOVING], 64), of_spaces.draw(MOVING, "svg", 64)):
        assert isinstance(outcome, Rejected) and outcome.status is Status.UNSUPPORTED
