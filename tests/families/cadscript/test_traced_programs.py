"""No system call that programs of CadQuery and build123d need is missing from the filters."""

import pytest
import traced_calls

from sgpkit.families.cadscript import environment, running
from sgpkit.sandbox.workers import pool

PROGRAMS = {
    environment.CADQUERY: "import cadquery as cq\nresult = cq.Workplane('XY').box(3, 2, 1).faces('>Z').hole(0.5).edges('|Z').fillet(0.2)\n",
    environment.BUILD123D: "from build123d import *\nwith BuildPart() as part:\n    Box(3, 2, 1)\n    Hole(0.25)\nresult = part.part\n",
}


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.process
@pytest.mark.parametrize("library", PROGRAMS)
def test_parts_get_along_with_the_listed_calls(library, tmp_path, monkeypatch):
    if not environment.installed():
        pytest.skip("CadQuery's packages are not installed")
    with traced_calls.tracing(tmp_path, monkeypatch, (running,)) as missing:
        solid = running.solid_of(PROGRAMS[library])
        volume = running.measured_many([solid])["measures"][0]["volume"]
        assert missing() <= traced_calls.FALLS_BACK
    assert pool.workers() == 1
    assert 5.5 < volume < 6
