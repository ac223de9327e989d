"""The program inside the sandbox of `cad.solid`: builds, measures and draws each part in a forked process.

A request is a line of JSON with the views and their size, then the part. An answer is one letter, then its content: `s`
the measurements as JSON and for each view its two drawings, each part after its length; `r` status and reason as JSON;
`m` nothing, for a part that exceeded the memory limit; `e` an internal error.
"""

import importlib
import json
import os
import struct
import traceback
from collections.abc import Sequence
from dataclasses import asdict

from sgpkit.graphics.cad.measure import solids
from sgpkit.graphics.cad.measure.measurements import Measurements
from sgpkit.graphics.cad.model import Circle, Extrusion, Frame, Part, Region, Vector
from sgpkit.graphics.cad.solid import assembly, transfer
from sgpkit.graphics.cad.solid.failure import refusing
from sgpkit.graphics.cad.view import drawings
from sgpkit.graphics.cad.view import mesh as cad_mesh
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected

LENGTH = struct.Struct(">I")
MAX_BYTES = 64 << 20  # of an answer, all that the caller reads


def make(part: Part, views: Sequence[str], size: int) -> tuple[Measurements, tuple[drawings.Drawn, ...]]:
    """Build, measure and draw one part in this process. Raises Rejected."""
    with refusing("OpenCASCADE"):
        built = assembly.build(part)
        lower, upper = solids.box(built.shape)
        mesh = cad_mesh.mesh(built.shape, max(upper - lower))
        measurements = solids.measure(built.shape, mesh, lower, upper, 1 / built.scale)
        return measurements, tuple(drawings.draw(built.shape, mesh, max(upper - lower), view, size) for view in views)


def answer(request: bytes) -> bytes:
    """Return the answer to one request."""
    options, _, part = request.partition(b"\n")
    try:
        measurements, drawn = make(transfer.read(part.decode()), **json.loads(options))
    except Rejected as rejected:
        return b"r" + json.dumps([rejected.status, rejected.reason]).encode()
    except MemoryError:
        return b"m"
    except Exception:
        return b"e" + traceback.format_exc(limit=-3).encode(errors="replace")[-2000:]
    content = asdict(measurements) | {"doubtful": sorted(measurements.doubtful)}
    pieces = [json.dumps(content).encode()]
    for view in drawn:
        pieces += [view.svg.encode(), view.png]
    return b"s" + b"".join(LENGTH.pack(len(piece)) + piece for piece in pieces)


def prepare() -> None:
    """Load modules that are imported late, without starting threads, for which forked processes would wait."""
    importlib.import_module("OCP.OSD").OSD_ThreadPool.DefaultPool_s().Init(1)
    round_bar = Region((Circle(Point(0.0, 0.0), 1.0),))
    frame = Frame(Vector(0.0, 0.0, 0.0), Vector(1.0, 0.0, 0.0), Vector(0.0, 1.0, 0.0))
    make(Part((Extrusion(frame, (round_bar,), 0.0, 1.0),)), ("front",), 64)


def main() -> None:
    """Serve on standard input and output."""
    answers = os.dup(1)
    os.dup2(2, 1)  # prints of libraries must not corrupt the frames
    prepare()
    os.dup2(answers, 1)
    os.close(answers)
    importlib.import_module("forked_answers").serve(answer, max_bytes=MAX_BYTES, childless=True)
