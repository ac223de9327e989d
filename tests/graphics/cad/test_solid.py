"""Solids through the sandbox: the same as in this process, aligned, and independent of other parts."""

import importlib.util
import os
import signal

import pytest
from cad_parts import circle, part, prism, rectangle, regular

from sgpkit.errors import NotInstalled
from sgpkit.graphics.cad import solid
from sgpkit.graphics.cad.model import Arc, Ellipse, EllipticArc, Line, Part, Spline
from sgpkit.graphics.cad.solid import transfer
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

pytest.importorskip("OCP", reason="solids need OpenCASCADE: pip install 'sgpkit[cad]'")

WASHER = part(prism(circle(2.0), 0.5, circle(1.0)))
BOX = part(prism(rectangle(0, 0, 3, 2), 1.0))
OPEN = part(prism(rectangle(0, 0, 3, 2)[:3], 1.0))
LABOUR = part(prism(regular(400, 9.0)), *[prism(regular(90, 1.0 + n / 9), 2.0, start=n / 9, operation="join") for n in range(40)])  # fmt: skip
"""A program that takes OpenCASCADE many seconds."""
ALL_CURVES = part(
    prism((Ellipse(Point(0.1, 1 / 3), Point(1.0, 0.2), 0.5),), 1 / 7),
    prism((EllipticArc(Point(0.0, 0.0), Point(2.0, 0.0), 0.5, 0.0, 3.0), Line(Point(-1.0, 0.0), Point(2.0, 0.0)))),
    prism((Arc(Point(1.0, 0.0), Point(0.0, 1.0), Point(-1.0, 0.0)), Line(Point(-1.0, 0.0), Point(1.0, 0.0)))),
    prism((Spline(1, (Point(0.0, 0.0), Point(1.0, 1e-17)), (0.0, 0.0, 1.0, 1.0), (1.0, 0.1), True),), operation="cut"),
)


@pytest.fixture(scope="module", autouse=True)
def processes_end():
    yield
    solid.close()


def test_parts_travel_exactly():
    for item in (WASHER, BOX, OPEN, ALL_CURVES):
        assert transfer.read(transfer.write(item)) == item


@pytest.mark.sandbox
def test_the_same_inside_as_here():
    inside = solid.build(WASHER, views=("back", "front"), size=128)
    assert inside == solid.build_here(WASHER, views=("back", "front"), size=128)
    assert inside.view("back").name == "back" and inside.view("front").png.startswith(b"\x89PNG")
    with pytest.raises(KeyError, match="'top' was not drawn; there is: back, front"):
        inside.view("top")


@pytest.mark.sandbox
def test_a_batch_is_aligned_and_equal_parts_share_their_solid():
    washer, refused, again, box = solid.build_many([WASHER, OPEN, WASHER, BOX], 2)
    assert washer is again and washer.measurements.genus == 1 and box.measurements.volume == pytest.approx(6.0)
    assert isinstance(refused, Rejected) and "open" in refused.reason and refused.status is Status.COMPILE_ERROR
    assert solid.build_many([]) == []


@pytest.mark.sandbox
def test_the_slow_one_alone_is_ended():
    with pytest.raises(Rejected) as rejected:
        solid.build(LABOUR, seconds=0.3)
    assert rejected.value.status is Status.TIMEOUT and "0.3 s" in rejected.value.reason
    assert solid.build(BOX).measurements.volume == pytest.approx(6.0)


@pytest.mark.sandbox
def test_a_killed_process_is_replaced():
    solid.build(BOX)
    alive = [process for process in solid.processes() if process]
    assert alive
    for process in alive:
        os.kill(process, signal.SIGKILL)
    assert solid.build(WASHER).measurements.genus == 1


ABORTING = """
import os, sys
sys.path += sys.argv[1:]
from sgpkit.graphics.cad.solid import worker
answer = worker.answer
worker.answer = lambda request: os.abort() if b"Ellipse" in request or b"ellipse" in request else answer(request)
worker.main()
"""
"""Start a worker that crashes on a part with an ellipse."""


@pytest.mark.sandbox
def test_a_part_that_crashes_its_process_ends_no_other(monkeypatch):
    monkeypatch.setattr(solid, "_START", ABORTING)
    monkeypatch.setattr(solid, "_POOL", solid.pool.Pool(solid._service))
    monkeypatch.setenv("SGPKIT_WORKERS", "1")
    before, first = solid.build(BOX), solid.processes()
    with pytest.raises(Rejected, match="OpenCASCADE: crashed"):
        solid.build(ALL_CURVES)
    assert solid.build(BOX) == before
    assert solid.processes() == first
    solid.close()


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "output",
    [b"?", b"s\x00\x00\x00\x02{}", b"s\x00\x00\x00\x09[", b'r["ok"]', b"r" + b"[" * 9999, b"s\xff\xff\xff\xff"],
)
def test_answers_that_are_none(monkeypatch, output):
    """A part may have taken over the process, so its output is untrusted input."""
    monkeypatch.setattr(solid.pool, "ask_forked", lambda *given: output)
    with pytest.raises(Rejected, match="an answer that cannot be read"):
        solid.build(BOX)


def test_a_defect_of_ours_is_no_verdict(monkeypatch):
    from sgpkit.graphics.cad.solid import worker

    monkeypatch.setattr(worker, "make", lambda *given, **named: 1 / 0)
    output = worker.answer(b'{"views": [], "size": 64}\n' + transfer.write(BOX).encode())
    assert output[:1] == b"e" and b"ZeroDivisionError" in output
    monkeypatch.setattr(solid.pool, "ask_forked", lambda *given: output)
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        solid.build(BOX)


def test_what_the_caller_can_mend():
    with pytest.raises(ValueError, match="no view 'top'; expected one of front, back"):
        solid.build(BOX, views=("top",))
    with pytest.raises(ValueError, match="a picture of 7 pixels a side; expected 8 to 2048"):
        solid.build_many([BOX], size=7)


def test_without_opencascade(monkeypatch):
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "OCP" else real(name, *rest))
    with pytest.raises(NotInstalled, match=r"solids need OCP: pip install 'sgpkit\[cad\]'"):
        solid.build(Part(()))
