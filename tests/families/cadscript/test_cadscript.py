"""Parts from texts: formulas against OpenCASCADE, mutants, programs that cheat, published tests."""

import contextlib
import gzip
import json
import math
import random
import time
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from OCP.BRepAlgoAPI import BRepAlgoAPI_Cut
from OCP.BRepGProp import BRepGProp
from OCP.GProp import GProp_GProps

from sgpkit.benchmark import Completion, families
from sgpkit.cli.main import main
from sgpkit.data import build
from sgpkit.errors import NotInstalled, UserError
from sgpkit.families.cadscript import environment, measured, predicates, running, scoring, solids
from sgpkit.families.cadscript.content import pieces, programs, words
from sgpkit.families.cadscript.content.parts import KINDS
from sgpkit.families.cadscript.sources import builtin, published
from sgpkit.graphics.cad.solid import assembly
from sgpkit.integrations import lm_eval, tasks, texts
from sgpkit.reports import printed
from sgpkit.sandbox.workers import sandbox
from sgpkit.status import Rejected, Status

WRITERS = {environment.CADQUERY: programs.cadquery, environment.BUILD123D: programs.build123d}
needs_cadquery = pytest.mark.skipif(not environment.installed(), reason="CadQuery's packages are not installed")


def measure_all(programs):
    solids = [running.solid_of(program) for program in programs]
    portions = [
        solids[start : start + 3] for start in range(0, len(solids), 3)
    ]  # each within the time limit of a sandbox
    return [measures for portion in portions for measures in running.measured_many(portion)["measures"]]


@pytest.mark.slow
@pytest.mark.sandbox
@needs_cadquery
@pytest.mark.parametrize("name", KINDS)
def test_each_part_satisfies_its_predicates_and_no_near_miss_does(name):
    """Volumes by formulas are compared with volumes by OpenCASCADE."""
    kind = KINDS[name]
    values = kind.draw(random.Random(name))
    mutants = kind.mutants(values)
    own, *others = measure_all([kind.program(values), *(kind.program(mutant) for mutant in mutants.values())])
    assert predicates.failed(kind.predicates(values), own) == []
    assert predicates.failed(kind.loose(values), own) == []
    surviving = [
        mutant
        for mutant, measures in zip(mutants, others, strict=True)
        if not predicates.failed(kind.predicates(values), measures)
    ]
    assert surviving == []
    dimensionless = {"a hole dropped", "a hole moved", "no rounding", "no bore", "a hole less", "not square"}
    for mutant, measures in zip(mutants, others, strict=True):
        if mutant in dimensionless | {"a bore off the middle", "a boss off the middle"}:
            assert predicates.failed(kind.loose(values), measures), mutant
    needed = {failure for measures in others for failure in predicates.failed(kind.predicates(values), measures)}
    assert {"volume", "holes", "genus", "extents"} <= needed  # each of them detects at least one mutant


BOX = "import cadquery as cq\nfinal_result = cq.Workplane().box(1, 2, 3)\n"
CROSS = "[(30, 0), (-30, 0), (0, 12), (0, -12)]"
UNEVEN = "[(30, 8), (-30, 8), (30, -8), (-30, -8)]"
TOP = '.faces(">Z").workplane()'


@pytest.mark.slow
@pytest.mark.sandbox
@needs_cadquery
def test_what_is_said_of_one_solid_leaves_the_next_alone():
    running.close()
    solid = running.solid_of(BOX)
    before = running.measured_many([solid])
    processes = running.processes()
    for broken in (b"", b"no solid", solid[:300]):
        with pytest.raises(Rejected, match="cannot be measured: ValueError: no shape in BREP") as rejected:
            running.measured_many([broken])
        assert rejected.value.status is Status.COMPILE_ERROR
    leaving = "import builtins, math\nbuiltins.len = lambda items: 7\nmath.pi = 3\ncq.Solid.Volume = lambda self: 5.0"
    assert running.measured_many([solid], [leaving, "check(result.val().Volume() == 6)"])["tests"] == ["", ""]
    assert running.measured_many([solid]) == before
    assert running.processes() == processes


CORNERS = "rect(60, 20, forConstruction=True).vertices().hole(5)"
RING = "polarArray(30, 0, 360, 4).hole(5)"


def plate(thickness):
    return f'box(80, 40, {thickness}).edges("|Z").fillet(4){TOP}'


def disc(height):
    return f"circle(40).extrude({height}){TOP}.hole(16){TOP}"


def boss(base, hole=f"{TOP}.hole(6)"):
    return f"{base}{TOP}.circle(9).extrude(14){hole}"


BLOCK = "box(36, 36, 10)"
OTHERWISE = {
    "holes in a cross": ("plate", f"{plate(5)}.pushPoints({CROSS}).hole(5)", "corner holes"),
    "thick": ("plate", f"{plate(60)}.{CORNERS}", "thin"),
    "other edges rounded": ("plate", f'box(80, 40, 5).edges("|Y").fillet(2){TOP}.{CORNERS}', "rounded"),
    "scalloped corners": (
        "plate",
        f'box(80, 40, 5).cut(cq.Workplane("XY").rect(80, 40, forConstruction=True).vertices().circle(4)'
        f".extrude(9, both=True)){TOP}.{CORNERS}",
        "rounded",
    ),
    "holes of two sizes in metres": (
        "plate",
        f'box(.08, .04, .005).edges("|Z").fillet(.004){TOP}.pushPoints([(.03, .01), (-.03, -.01)]).hole(.0052){TOP}'
        ".pushPoints([(-.03, .01), (.03, -.01)]).hole(.0048)",
        "equal holes",
    ),
    "a square for a disc": ("flange", f"box(80, 80, 6){TOP}.hole(16){TOP}.{RING}", "pin share"),
    "holes of a rectangle": ("flange", f"{disc(6)}.pushPoints({UNEVEN}).hole(5)", "ring"),
    "a long tube": ("flange", f"{disc(90)}.{RING}", "thin"),
    "a square bore": ("flange", f"circle(40).extrude(6){TOP}.rect(16, 16).cutThruAll(){TOP}.{RING}", "wide bore"),
    "a bore narrower than the holes": ("flange", f"circle(40).extrude(6){TOP}.hole(3){TOP}.{RING}", "wide bore"),
    "bored along x": (
        "boss",
        boss(BLOCK, '.cut(cq.Workplane("YZ").circle(2).extrude(50, both=True))'),
        "bores",
    ),
    "a boss below": (
        "boss",
        f'{BLOCK}.faces("<Z").workplane().circle(9).extrude(14).faces("<Z").workplane().hole(6)',
        "bottom heavy",
    ),
    "two bosses": ("boss", boss(f'{BLOCK}.faces("<Z").workplane().circle(9).extrude(14)'), "faces"),
    "a boss on eight corners": ("boss", boss("polygon(8, 36).extrude(10)"), "faces"),
    "a boss on cut corners": ("boss", boss(f'{BLOCK}.edges("|Z").chamfer(5)'), "faces"),
    "right plate": ("plate", f"{plate(5)}.{CORNERS}", ""),
    "right plate, in metres": (
        "plate",
        f'box(.08, .04, .005).edges("|Z").fillet(.004){TOP}.rect(.06, .02, forConstruction=True).vertices().hole(.005)',
        "",
    ),
    "right flange": ("flange", f"{disc(6)}.{RING}", ""),
    "right boss": ("boss", boss(BLOCK), ""),
}
"""Parts that satisfy most of an abstract prompt, with a predicate that each must fail, and parts that satisfy all of
it."""


@pytest.mark.slow
@pytest.mark.sandbox
@needs_cadquery
def test_abstract_prompts_are_not_satisfied_by_counts_alone():
    texts = [f'import cadquery as cq\nfinal_result = cq.Workplane("XY").{text}\n' for _, text, _ in OTHERWISE.values()]
    for (name, (kind, _, missed)), measures in zip(OTHERWISE.items(), measure_all(texts), strict=True):
        values = KINDS[kind].draw(random.Random(kind)) | ({"count": 4} if kind == "flange" else {})
        failures = predicates.failed(KINDS[kind].loose(values), measures)
        assert missed in failures if missed else not failures, (name, failures)


# --- parts of many kinds ----------------------------------------------------------------------------------------------


def volume_of(shape):
    properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(shape, properties)
    return properties.Mass()


def differ(one, other):
    """Return whether parts differ, by the volume that only one of them contains; no predicate uses it."""
    first, second = (assembly.build(part.model()) for part in (one, other))
    if first.scale != second.scale:
        return True
    missed = [BRepAlgoAPI_Cut(a, b).Shape() for a, b in ((first.shape, second.shape), (second.shape, first.shape))]
    return sum(map(volume_of, missed)) > 1e-4 * volume_of(first.shape)


def test_there_are_many_kinds_of_parts():
    assert len(pieces.recipes()) >= 50
    kinds = {builtin.row("test", number, 0)["kind"] for number in range(builtin.SIZES["test"])}
    assert kinds == {*KINDS, *pieces.recipes()}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if at % 8 else ()) for at, name in enumerate(pieces.recipes())],
)
def test_the_predicates_of_a_part_refuse_all_its_near_misses(name):
    """Near misses drop, move or widen a hole, change a cut, a piece or a rounding, swap sides, or mirror the part."""
    part = pieces.make(name, random.Random(f"{name} 2"))
    built = measured.build(part.model())
    detailed, abstract = measured.detailed(built), measured.abstract(built.measurements)
    own = measured.measures(built)
    assert predicates.failed(detailed, own) == predicates.failed(abstract, own) == []
    tried = 0
    for miss, other in pieces.near_misses(part).items():
        try:
            measures = measured.measures(measured.build(other.model()))
        except Rejected:
            continue  # a hole that moved into the next one
        if differ(part, other):
            tried += 1
            assert predicates.failed(detailed, measures), miss
            if miss in ("a hole dropped", "a cut dropped", "a piece dropped"):
                assert predicates.failed(abstract, measures), miss
    assert tried >= 1


@pytest.mark.slow
def test_hardly_any_part_satisfies_the_prompt_of_another():
    """The strongest shortcuts: for each prompt, the best program of all other kinds, and of another part of the same
    kind. `tests/quality/probes/test_gate.py` runs the shortcuts themselves, with CadQuery."""
    names = list(pieces.recipes())
    solved = {"abstract": 0, "detailed": 0}
    parts = [[pieces.make(name, random.Random(f"{name} {number}")) for number in (4, 5)] for name in names]
    held = [[measured.build(part.model()) for part in pair] for pair in parts]
    offered = [[measured.measures(built) for built in pair] for pair in held]
    for index, (one, _) in enumerate(held):
        others = [offered[index][1], *(pair[0] for at, pair in enumerate(offered) if at != index)]
        for kind, wanted in (("abstract", measured.abstract(one.measurements)), ("detailed", measured.detailed(one))):
            assert predicates.failed(wanted, offered[index][0]) == []
            solved[kind] += any(not predicates.failed(wanted, measures) for measures in others)
    assert solved["detailed"] == 0
    assert solved["abstract"] <= 0.05 * len(names)


@pytest.mark.parametrize("name", pieces.ROUNDABLE)
def test_rounded_blocks_are_told_from_others(name):
    part = next(
        part for number in range(40) for part in [pieces.make(name, random.Random(f"{name} {number}"))] if part.rounding
    )
    axis = part.features[0].axis
    assert solids.roundings(part) == [{"kind": "rounded", "value": [pieces.ROUNDED, 4], "axis": axis}]
    assert "rounded with a radius of 3" in words.detailed(part)
    plain, rounded = (measured.build(other.model()) for other in (part._replace(rounding=0.0), part))
    height = part.features[0].end - part.features[0].start
    cut_off = plain.measurements.volume - rounded.measurements.volume
    assert 0 < cut_off <= (4 - math.pi) * pieces.ROUNDED**2 * height * 1.001
    assert predicates.failed(measured.detailed(rounded), measured.measures(plain))


PORTION = 6


@pytest.mark.slow
@pytest.mark.sandbox
@needs_cadquery
@pytest.mark.parametrize("start", range(0, len(pieces.recipes()), PORTION))
@pytest.mark.parametrize("library", environment.LIBRARIES)
def test_programs_of_both_libraries_satisfy_the_predicates_of_their_part(library, start):
    """OpenCASCADE 8.0 measures the part from its sketches for the predicates, and 7.9 the solid of the program."""
    if not environment.installed(library):
        pytest.skip(f"the packages of {library} are not installed")
    parts = [pieces.make(name, random.Random(f"{name} 3")) for name in list(pieces.recipes())[start : start + PORTION]]
    written = [getattr(programs, library)(part) for part in parts]
    for part, measures in zip(parts, measure_all(written), strict=True):
        built = measured.build(part.model())
        wanted = [*measured.detailed(built), *measured.abstract(built.measurements), *solids.roundings(part)]
        assert predicates.failed(wanted, measures) == [], part.name


@pytest.mark.slow
@pytest.mark.sandbox
@needs_cadquery
@pytest.mark.skipif(not environment.installed(environment.BUILD123D), reason="build123d's packages are not installed")
def test_programs_of_build123d_are_scored_as_those_of_cadquery():
    number = 2 * [*KINDS, *pieces.recipes()].index("clevis") + 1
    row = solids.finish(builtin.row("test", number, 0))
    part = pieces.make("clevis", random.Random(f"{row['cluster']} 0"))
    right = programs.build123d(part)
    near = programs.build123d(pieces.near_misses(part)["a cut moved"])
    builder = "from build123d import *\nwith BuildPart() as final_result:\n    Box(1, 2, 3)\nexport_step(final_result.part, 'x')\n"
    wrong = "from build123d import *\nfinal_result = Circle(3).nothing\n"
    scores = scoring.score([row] * 4, [Completion(f"```python\n{text}```") for text in (right, near, builder, wrong)])
    assert [score.value for score in scores] == [1, 0, 0, 0]
    assert [score.parts["valid"] for score in scores] == [1, 1, 1, 0]
    assert str(scores[3].status) == "compile_error"


def test_each_library_has_its_own_packages(tmp_path, monkeypatch):
    monkeypatch.setenv("SGPKIT_BUILD123D", str(tmp_path / "none"))
    with pytest.raises(NotInstalled, match="build123d"):
        environment.require(environment.BUILD123D)
    assert running.library_of("from build123d import *\n") == environment.BUILD123D
    assert running.library_of("import cadquery as cq  # not build123d\n") == environment.CADQUERY


@pytest.mark.parametrize("name", environment.LIBRARIES)
def test_what_is_installed_is_pinned_with_hashes(name):
    """The lock pins the version in the folder's name."""
    library = environment.LIBRARIES[name]
    lines = library.lock.read_text(encoding="utf-8").splitlines()
    packages = [line.split(" ")[0] for line in lines if line[:1].isalnum()]
    assert library.folder.replace("-", "==", 1) in packages
    assert all("==" in package for package in packages)
    starts = [index for index, line in enumerate(lines) if line[:1].isalnum()]
    assert all("--hash=sha256:" in lines[index + 1] for index in starts)


SPITEFUL = {
    "speaks for the sandbox": "os.write(4, b'x' * 100)",
    "kills the sandbox": "os.kill(os.getppid(), 9)",
    "stops the sandbox": "os.kill(os.getppid(), 19)",
    "leaves a file": "open('/tmp/left', 'w').close()",
    "leaves a process": "os.fork()",
    "leaves a thread": "import threading; threading.Thread(target=print).start()",
    "limits the sandbox": "import resource; resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (9, 9))",
    "reads the sandbox's memory": "open(f'/proc/{os.getppid()}/mem', 'rb')",
    "changes the library": "cq.Workplane.box = lambda *_: 1 / 0",
    "changes Python": "import builtins; builtins.len = builtins.print = None",
    "ends itself": "os._exit(0)",
    "crashes": "import ctypes; ctypes.string_at(0)",
}


@pytest.mark.sandbox
@needs_cadquery
@pytest.mark.parametrize("name", SPITEFUL)
def test_whatever_a_program_does_the_next_in_its_sandbox_is_run_as_before(name, monkeypatch):
    monkeypatch.setattr(running, "LIMITS", replace(running.LIMITS, seconds=4))
    before = running.solid_of(BOX)
    spiteful = f"import cadquery as cq, os\n{SPITEFUL[name]}\nfinal_result = cq.Workplane().sphere(1)\n"
    try:
        running.solid_of(spiteful)
    except Rejected as rejected:
        assert rejected.status in (Status.COMPILE_ERROR, Status.TIMEOUT, Status.UNSAFE)
    assert running.solid_of(BOX) == before
    assert running.solid_of(BOX) == before


@pytest.mark.slow
@pytest.mark.sandbox
@needs_cadquery
@pytest.mark.parametrize("size", ["nan", "inf"])
def test_solid_without_finite_size_is_refused_at_once(size):
    begun = time.monotonic()
    solid = running.solid_of(f"import cadquery as cq\nfinal_result = cq.Workplane().box(float({size!r}), 1, 1)\n")
    with pytest.raises(Rejected, match="a vertex has no finite position") as rejected:
        running.measured_many([solid])
    assert rejected.value.status is Status.COMPILE_ERROR
    assert time.monotonic() - begun < running.LIMITS.seconds / 2


UNEARNED = {
    "the prompt": "'''PROMPT'''",
    "no solid": "final_result = cq.Workplane()",
    "a body beside it": "final_result = block.add(cq.Workplane().box(1, 1, 1).translate((99, 0, 0)))",
    "no height": "final_result = cq.Workplane().rect(3, 3).extrude(1e-9)",
    "no position": "final_result = cq.Workplane(obj=block.val().translate(cq.Vector(float('nan'), 0, 0)))",
    "a giant": "final_result = cq.Workplane().box(1e30, 1e30, 1e30)",
    "inside out": "final_result = cq.Workplane(obj=cq.Shape.cast(block.val().wrapped.Reversed()))",
    "a file of the answers": "raise ValueError(open('BUILDERS/predicates.py').read())",
    "the measurements": "import measure\nmeasure.reply = measure.measures = lambda _: {}\nfinal_result = block",
    "no text": "cq.Shape.exportBrep = lambda self, to: True\nfinal_result = block",
    "a reply": "cq.Shape.exportBrep = lambda self, to: to.write(b'{\"measures\": [{}]}')\nfinal_result = block",
    "a long text": "cq.Shape.exportBrep = lambda self, to: to.write(bytes(90 << 20))\nfinal_result = block",
    "an impostor": "class Fake:\n    __class__ = property(lambda self: cq.Workplane)\nfinal_result = Fake()",
    "a shape of anything": "cq.Shape = cq.Workplane = object\nfinal_result = 5",
    "two replies": "import atexit\natexit.register(os.write, 4, b'+{}')\nos.write(4, b'+{}')\nfinal_result = block",
    "an early end": "os.write(4, b'+{}')\nos._exit(0)",
    "no descriptors": "os.closerange(0, 256)\nfinal_result = block",
    "a child": "os.posix_spawn('/bin/sh', ['sh', '-c', 'sleep 99 &'], {})\nfinal_result = block",
    "an endless reply": "while True:\n    os.write(4, b'+' * (1 << 20))",
    "a text that fails": "class Odd(BaseException):\n    def __str__(self):\n        raise SystemExit(3)\nraise Odd()",
    "a long name": "raise type('x' * 1_000_000, (Exception,), {})('\\ud800')",
    "nested groups": "final_result = block.val()\nfor _ in range(9000):\n"
    "    final_result = cq.Compound.makeCompound([final_result])",
    "another's file": "from pathlib import Path\n"
    "final_result = cq.importers.importStep(str(next(Path('BUILDERS').rglob('*.st*p'))))",
    "open brackets": "export_step" + "(" * 90_000,
    "a null": "\x00",
}
"""Programs that ask for a mark without solving the task."""


@pytest.mark.slow
@pytest.mark.sandbox
@needs_cadquery
def test_no_trick_of_a_program_earns_anything():
    rows = [builtin.row("test", number, 0) for number in (0, 1)]
    asked = {"PROMPT": rows[0]["prompt"], "BUILDERS": str(Path(predicates.__file__).parent)}
    texts = ["import cadquery as cq, os\nblock = cq.Workplane().box(30, 20, 10)\n" + text for text in UNEARNED.values()]
    for word, value in asked.items():
        texts = [text.replace(word, value) for text in texts]
    right = [Completion(row["code"]) for row in rows]
    scores = scoring.score([*rows, *rows[:1] * len(texts), *rows], [*right, *map(Completion, texts), *right])
    assert [score.value for score in scores] == [1, 1, *[0] * len(texts), 1, 1]
    assert all(score.reason and len(score.reason) < 400 for score in scores)


@pytest.mark.slow
@pytest.mark.sandbox
@needs_cadquery
def test_nothing_that_a_program_patches_measures_its_solid():
    """Every function that measures or tests a solid fails in the process of the program."""
    patched = """
import OCP.BRep, OCP.BRepAdaptor, OCP.BRepGProp, OCP.BOPAlgo, OCP.GProp, OCP.TopoDS, json, sys
def fail(*_, **__):
    raise RuntimeError("measured in the process of the program")
for name in dir(cq.Shape):
    if not name.startswith("__") and name not in ("wrapped", "exportBrep"):
        setattr(cq.Shape, name, fail)
for module in (OCP.BRep, OCP.BRepAdaptor, OCP.BRepGProp, OCP.BOPAlgo, OCP.GProp, OCP.TopoDS):
    for name in dir(module):
        if "Iterator" in name or "GProp" in name or "Tool" in name or "Analyzer" in name or "Surface" in name:
            setattr(module, name, fail)
json.dumps = json.loads = cq.Compound.makeCompound = cq.Shape.importBrep = fail
sys.modules["measure"] = sys.modules["moments"] = None
"""
    test = "check(abs(result.val().Volume() - 6) < 1e-9)"
    (honest,) = running.run_many([BOX], [[test]])
    (other,) = running.run_many([BOX + patched], [[test]])
    assert other == honest
    assert honest.measures["volume"] == pytest.approx(6) and honest.tests == ("",)


@pytest.mark.slow
@pytest.mark.sandbox
@needs_cadquery
def test_time_of_a_published_test_is_processor_time():
    timers = "import signal\nreal, used = map(signal.getitimer, (signal.ITIMER_REAL, signal.ITIMER_PROF))\n"
    (outcome,) = running.run_many(
        [BOX], [[f"{timers}check(real[0] == 0 and 10 < used[0] < 21, '', str((real, used)))"]]
    )
    assert outcome.tests == ("",)


@pytest.mark.parametrize("ended", sandbox.Ended)
def test_status_of_a_solid_that_is_not_measured_tells_why(ended, monkeypatch):
    """In particular, a machine that is too busy gives no verdict."""

    def die(*_):
        raise sandbox.Died(ended, "a reason")

    monkeypatch.setattr(running.pool, "ask_forked", die)
    monkeypatch.setattr(running._MEASURING, "worker", contextlib.nullcontext)
    with pytest.raises(Rejected, match="cannot be measured: a reason") as rejected:
        running.measured_many([b""])
    assert rejected.value.status is ended.status


def test_library_of_a_long_program_is_found_in_linear_time():
    begun = time.process_time()
    assert running.library_of("import cadquery\n" + "\n" * scoring.LONGEST) == environment.CADQUERY
    assert running.library_of("\n \t" * (scoring.LONGEST // 3) + "import build123d") == environment.BUILD123D
    assert time.process_time() - begun < 1


@pytest.mark.slow
@pytest.mark.sandbox
@needs_cadquery
def test_programs_that_cheat_or_fail_get_nothing():
    row = builtin.row("test", 1, 0)
    lying = """
import cadquery as cq
cq.Shape.Volume = lambda self: 1.0
cq.Workplane.val = lambda self: None
final_result = cq.Workplane("XY").box(1, 1, 1)
"""
    assertion = row["code"] + "assert False\n"
    wandering = "import cadquery as cq\nopen('/etc/passwd').read()\nimport os\nos.system('true')\nfinal_result = 5\n"
    texts = [lying, assertion, wandering, "no program", "import cadquery as cq\nx = 1\n"]
    scores = scoring.score([row] * len(texts), [Completion(text) for text in texts])
    assert [score.value for score in scores] == [0, 1, 0, 0, 0]
    assert [str(score.status) for score in scores] == ["ok", "ok", "compile_error", "no_answer", "compile_error"]
    assert scores[0].parts["valid"] == 1


FAKES = """
import cadquery as cq
from OCP.BRep import BRep_Builder
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge
from OCP.TopAbs import TopAbs_INTERNAL
from OCP.TopoDS import TopoDS_Shell, TopoDS_Solid
box = cq.Workplane("XY").box(40, 40, 10)
one, other = (cq.Vertex.makeVertex(0, 0, z).wrapped for z in (1, 2))
edges = [cq.Edge(BRepBuilderAPI_MakeEdge(one, other).Edge()) for _ in range(4)]
cylinder = cq.Solid.makeCylinder(2, 10, cq.Vector(0, 0, -5))
(side,) = (face.wrapped for face in cylinder.Faces() if face.geomType() == "CYLINDER")
builder, inner, solid = BRep_Builder(), TopoDS_Shell(), TopoDS_Solid()
builder.MakeShell(inner)
builder.Add(inner, side.Oriented(TopAbs_INTERNAL))
builder.MakeSolid(solid)
for shell in [*(shell.wrapped for shell in box.val().Shells()), inner.Oriented(TopAbs_INTERNAL)]:
    builder.Add(solid, shell)
"""
"""A block, a face that bounds nothing, four edges between two points, and a block with a face inside."""


@pytest.mark.slow
@pytest.mark.sandbox
@needs_cadquery
def test_faces_that_cut_out_nothing_are_no_hole():
    """Euler's formula would count their edges, and the tables their faces."""
    wanted = {"solids": 1, "genus": 1, "faces": [6, 1], "fullness": 0.99}
    listed = [{"kind": kind, "value": value} for kind, value in wanted.items()]
    row = builtin.row("test", 0, 0) | {"predicates": json.dumps(listed)}
    programs = [
        'import cadquery as cq\nfinal_result = cq.Workplane("XY").box(40, 40, 10).faces(">Z").workplane().hole(4)\n',
        f"{FAKES}final_result = cq.Compound.makeCompound([box.val(), cq.Face(side.Reversed()), *edges])\n",
        f"{FAKES}final_result = cq.Solid(solid)\n",
        f"{FAKES}final_result = cq.Compound.makeCompound([box.val(), cq.Solid(cylinder.wrapped.Reversed())])\n",
    ]
    scores = scoring.score([row] * len(programs), [Completion(text) for text in programs])
    assert [score.value for score in scores] == [1, 0, 0, 0]
    assert [score.parts["valid"] for score in scores] == [1, 0, 0, 0]


LOOSE = """
import cadquery as cq
from OCP.BRep import BRep_Builder
from OCP.TopoDS import TopoDS_Shell, TopoDS_Solid
box = cq.Solid.makeBox(40, 40, 10)
whole = cq.Workplane("XY").box(40, 40, 10)
circle = cq.Edge.makeCircle(3)


def together(*shapes):
    return cq.Compound.makeCompound(list(shapes))


def opened(body):
    builder, shell, solid = BRep_Builder(), TopoDS_Shell(), TopoDS_Solid()
    builder.MakeShell(shell)
    builder.MakeSolid(solid)
    for face in body.Faces()[:5]:
        builder.Add(shell, face.wrapped)
    builder.Add(solid, shell)
    return cq.Shell(shell), cq.Solid(solid)


final_result = {}
"""
BESIDE = {
    "the block": ("box", True),
    "a workplane": ("whole", True),
    "two blocks in groups": ("together(together(box), together(box.translate(cq.Vector(60, 0, 0))))", True),
    "an assembly": ("cq.Assembly().add(whole).add(whole, loc=cq.Location(cq.Vector(60, 0, 0)))", True),
    "fused and cut": ("whole.union(cq.Workplane('XY').box(10, 10, 30)).faces('>Z').workplane().hole(4)", True),
    "a sheet of a metre through it": ("together(box, cq.Face.makePlane(1000, 1000, (0, 0, 5)))", False),
    "a small sheet within it": ("together(box, cq.Face.makePlane(2, 2, (20, 20, 5)))", False),
    "fifty circles": ("together(box, *(circle.translate(cq.Vector(k, 5, 5)) for k in range(50)))", False),
    "an edge": ("together(box, cq.Edge.makeLine(cq.Vector(1, 1, 1), cq.Vector(2, 2, 2)))", False),
    "a point": ("together(box, cq.Vertex.makeVertex(1, 1, 1))", False),
    "an open shell": ("together(box, opened(box.translate(cq.Vector(60, 0, 0)))[0])", False),
    "a closed shell that is no body": ("together(box, box.translate(cq.Vector(60, 0, 0)).Shells()[0])", False),
    "a body of an open shell": ("opened(box)[1]", False),
    "its own face": ("together(box, box.Faces()[0])", False),
    "itself twice": ("together(box, box)", False),
    "a sheet in a workplane": ("whole.add(cq.Face.makePlane(1000, 1000))", False),
    "a sheet alone": ("cq.Face.makePlane(10, 10)", False),
}
"""Shapes, and whether they consist of bodies alone."""


@pytest.mark.slow
@pytest.mark.sandbox
@needs_cadquery
def test_what_bounds_no_body_is_seen_by_every_predicate():
    held = measure_all([LOOSE.replace("{}", text) for text, _ in BESIDE.values()])
    assert {name: measures["valid"] for name, measures in zip(BESIDE, held, strict=True)} == {
        name: right for name, (_, right) in BESIDE.items()
    }
    block = held[0]
    wanted = [
        {"kind": "solids", "value": 1},
        {"kind": "volume", "value": 16_000.0},
        {"kind": "extents", "value": [40.0, 40.0, 10.0]},
        {"kind": "genus", "value": 0},
        {"kind": "voids", "value": 0},
        {"kind": "faces", "value": [6, 0]},
    ]
    assert predicates.failed(wanted, block) == []
    for (name, (_, right)), measures in zip(BESIDE.items(), held, strict=True):
        if not right:
            assert len(predicates.failed(wanted, measures)) == len(wanted), name


@pytest.mark.sandbox
@needs_cadquery
def test_same_body_in_two_copies_fails_every_predicate():
    (held,) = measure_all([f"{A}final_result = cq.Workplane(obj=cq.Compound.makeCompound([a, a.copy()]))\n"])
    assert not predicates.holds({"kind": "extents", "value": [10.0, 10.0, 10.0]}, held)


A, HOLLOW = "import cadquery as cq\na = cq.Solid.makeBox(10, 10, 10)\n", "cut(cq.Workplane('XY').box(4, 4, 4))"
BODIES = {
    "two apart": f"{A}final_result = cq.Compound.makeCompound([a, a.translate(cq.Vector(15, 0, 0))])\n",
    "one within the other's box": f"{A}b = a.cut(cq.Solid.makeBox(9, 9, 10))\n"
    "final_result = cq.Compound.makeCompound([b, cq.Solid.makeBox(5, 5, 5)])\n",
    "overlapping": f"{A}final_result = cq.Compound.makeCompound([a, a.translate(cq.Vector(5, 0, 0))])\n",
    "touching in a face": f"{A}final_result = cq.Compound.makeCompound([a, a.translate(cq.Vector(10, 0, 0))])\n",
    "touching in an edge": f"{A}final_result = cq.Compound.makeCompound([a, a.translate(cq.Vector(10, 10, 0))])\n",
    "one within the other": f"{A}b = cq.Solid.makeBox(2, 2, 2).translate(cq.Vector(4, 4, 4))\n"
    "final_result = cq.Compound.makeCompound([a, b])\n",
    "one twice": f"{A}final_result = cq.Compound.makeCompound([a, a])\n",
}
"""Two bodies, and other shapes with the counts of two bodies."""


@pytest.mark.sandbox
@needs_cadquery
def test_separate_bodies_lie_apart():
    held = dict(
        zip(
            BODIES,
            measure_all([f"{text}final_result = cq.Workplane(obj=final_result)\n" for text in BODIES.values()]),
            strict=True,
        )
    )
    right = [name for name, measures in held.items() if predicates.holds({"kind": "solids", "value": 2}, measures)]
    assert right == ["two apart", "one within the other's box"]


@pytest.mark.sandbox
@needs_cadquery
def test_faces_of_a_hollow_that_nobody_sees_are_no_faces_of_the_part():
    """An inner hollow would add faces, and reduce the filled share of the box."""
    wanted = [{"kind": "faces", "value": [12, 0]}, {"kind": "fullness", "value": 0.94}, {"kind": "voids", "value": 0}]
    hollow = {"kind": "voids", "value": 1}
    (closed,) = measure_all([f'import cadquery as cq\nfinal_result = cq.Workplane("XY").box(10, 10, 10).{HOLLOW}\n'])
    assert predicates.failed([*wanted, hollow], closed) == ["voids"]


SHELLS = """
import cadquery as cq
from OCP.BRep import BRep_Builder
from OCP.TopoDS import TopoDS_Solid


def hollow(outer, *inner):
    builder, solid = BRep_Builder(), TopoDS_Solid()
    builder.MakeSolid(solid)
    for shell in outer.Shells():
        builder.Add(solid, shell.wrapped)
    for body in inner:
        for shell in body.Shells():
            builder.Add(solid, shell.wrapped.Reversed())
    return cq.Solid(solid)


block = cq.Workplane("XY").box(40, 40, 10).val()
recess = cq.Workplane("XY").box(40, 40, 10).cut(cq.Workplane("XY").box(10, 10, 4).translate((0, 0, 3))).val()
drum = cq.Workplane("XY").circle(20).extrude(10).val()
ball = cq.Solid.makeSphere(3, angleDegrees1=-90, angleDegrees2=90)


def box(x, y, z, up=0.0):
    return cq.Workplane("XY").box(x, y, z).translate((0, 0, up)).val()


final_result = cq.Workplane(obj={})
"""
PIERCED = {
    "within": ("hollow(block, box(10, 10, 4))", True),
    "two within": ("hollow(block, box(10, 10, 4), box(4, 4, 4).translate(cq.Vector(15, 0, 0)))", True),
    "a ball in a drum": ("hollow(drum, ball.translate(cq.Vector(0, 0, 5)))", True),
    "through both walls": ("hollow(block, box(10, 10, 14))", False),
    "into a recess, where the box stays": ("hollow(recess, box(5, 5, 4, 1))", False),
    "in a recess, outside": ("hollow(recess, box(5, 5, 2, 3))", False),
    "up to the wall": ("hollow(block, box(10, 10, 5, 2.5))", False),
    "one through another": ("hollow(block, box(10, 10, 4), box(14, 4, 2))", False),
    "a ball through the wall of a drum": ("hollow(drum, ball.translate(cq.Vector(19, 0, 5)))", False),
    "a shell through itself": (
        "cq.Workplane('XY').polyline([(0, 0), (20, 0), (20, 9), (5, 9), (5, -5), (0, -5)]).close().extrude(4).val()",
        False,
    ),
}
"""Hollows and walls as programs combine them, and whether such a body is possible."""


@pytest.mark.slow
@pytest.mark.sandbox
@needs_cadquery
def test_no_wall_passes_through_another():
    """A region inside two walls would be counted twice, or not at all."""
    held = measure_all([SHELLS.replace("{}", text) for text, _ in PIERCED.values()])
    assert [measures["valid"] for measures in held] == [right for _, right in PIERCED.values()]


def test_every_part_is_asked_for_its_hollows():
    for name in ("sealed drum", "box tube"):
        part = pieces.make(name, random.Random(name))
        built = measured.build(part.model())
        expected = {"kind": "voids", "value": int(name == "sealed drum")}
        assert expected in measured.abstract(built.measurements) and expected in measured.detailed(built)
        assert ("Inside it is a closed hollow." in words.abstract(part, built.measurements)) == bool(expected["value"])
    for kind in KINDS.values():
        values = kind.draw(random.Random(1))
        assert all({"kind": "voids", "value": 0} in rows for rows in (kind.predicates(values), kind.loose(values)))


@pytest.mark.sandbox
@needs_cadquery
def test_published_tests_run_on_the_solid_alone_and_requirements_are_grouped():
    tests = [
        {
            "cadtest_id": "1",
            "cadtest_type": "a",
            "requirement_id": "r1",
            "cadtest_code": "final_result.poison = 1\ncheck(final_result.val().Volume() > 5, 'big', 'small')",
        },
        {
            "cadtest_id": "2",
            "cadtest_type": "a",
            "requirement_id": "r1",
            "cadtest_code": "check(not hasattr(final_result, 'poison'), '', 'spoilt')",
        },
        {
            "cadtest_id": "3",
            "cadtest_type": "a",
            "requirement_id": "r2",
            "cadtest_code": "check(math.pi < 3, '', 'no')",
        },
        {"cadtest_id": "4", "cadtest_type": "a", "requirement_id": "", "cadtest_code": "1 / 0"},
    ]
    row = builtin.row("test", 0, 0) | {"predicates": "", "tests": json.dumps(tests)}
    program = Completion('import cadquery as cq\nfinal_result = cq.Workplane("XY").box(2, 2, 2)\n')
    (score,) = scoring.score([row], [program])
    assert (score.value, score.parts["rs"], score.reason) == (0, 0.5, "2 of 4 tests pass")
    (right,) = scoring.score([row | {"tests": json.dumps(tests[:2])}], [program])
    assert (right.value, right.parts["rs"]) == (1, 1)


def test_the_last_program_in_an_answer_counts():
    answer = "```python\nimport cadquery as cq\nfirst\n```\nBetter:\n```python\nimport cadquery as cq\nsecond\n```"
    assert "second" in scoring.program_of(Completion(answer))
    assert "first" not in scoring.program_of(Completion(answer))
    with pytest.raises(Rejected, match="empty"):
        scoring.program_of(Completion("  "))


def test_two_prompts_of_a_part_share_its_cluster_and_its_program():
    abstract, detailed = builtin.row("test", 4, 0), builtin.row("test", 5, 0)
    assert abstract["cluster"] == detailed["cluster"]
    assert abstract["code"] == detailed["code"]
    assert not any(
        character.isdigit() for character in abstract["prompt"].replace("2", "") if abstract["kind"] == "plate"
    )
    assert len(json.loads(detailed["predicates"])) >= 5


def test_missing_packages_are_named_with_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("SGPKIT_CADQUERY", str(tmp_path / "none"))
    with pytest.raises(NotInstalled, match=r"python -m sgpkit\.families\.cadscript"):
        environment.require()


def pretend(modules, folder, monkeypatch):
    """Point the variables of all libraries at folders, and create empty packages for these libraries only."""
    for library in environment.LIBRARIES.values():
        monkeypatch.setenv(library.variable, str(folder / library.module))
        for module in (library.module, "OCP") if library.module in modules else ():
            (folder / library.module / module).mkdir(parents=True)


@pytest.fixture(scope="module")
def one_row(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "sgp-bench"
    build.build(families.get("cad-script"), folder, limit=1, workers=1)
    return folder


@pytest.mark.process
def test_it_is_a_task_of_other_frameworks(one_row, tmp_path, monkeypatch):
    pretend(["cadquery", "build123d"], tmp_path, monkeypatch)
    assert lm_eval.export(str(one_row), tmp_path / "tasks").configs == ("cad-script",)
    assert "metric: pr" in (tmp_path / "tasks" / "sgpkit_cad_script.yaml").read_text()
    assert tasks.planned("cad-script", str(one_row)).rows


@pytest.mark.process
@pytest.mark.parametrize(("present", "lacking"), [("cadquery", "build123d"), ("build123d", "cadquery")])
def test_other_frameworks_leave_it_out_where_packages_are_missing(present, lacking, one_row, tmp_path, monkeypatch):
    """No model is asked for programs that cannot be run."""
    pretend([present], tmp_path, monkeypatch)
    reason = rf"packages of {lacking}; install \(900 MB\): python -m sgpkit\.families\.cadscript"
    with pytest.raises(UserError, match=rf"cad-script cannot be scored here: .*{reason}"):
        tasks.planned("cad-script", str(one_row))
    with pytest.raises(UserError, match=reason):
        texts.way_of(families.get("cad-script"), str(one_row), "lm-eval")
    from sgpkit.integrations import verifiers

    left = {left.config: left.reason for left in verifiers.export(tmp_path / "packages").left}
    assert f"packages of {lacking};" in left["cad-script"]


def test_samples_are_read_with_their_tests(tmp_path):
    import polars as pl

    for folder in ("samples", "cadtests"):
        (tmp_path / folder).mkdir()
    pl.DataFrame({"sample_id": ["7", "8"], "prompt": ["a box", " "]}).write_parquet(
        tmp_path / "samples/abstract.parquet"
    )
    tests = {"sample_id": ["7"], "cadtest_id": ["7-1"], "cadtest_code": ["check(True)"], "cadtest_type": ["x"]}
    pl.DataFrame({**tests, "requirement_id": ["r"]}).write_parquet(tmp_path / "cadtests/abstract.parquet")
    (_, row), skipped = published.rows(str(tmp_path), 0)
    assert json.loads(row["tests"])[0]["cadtest_code"] == "check(True)"
    assert row["tests_hash"] == running.digest(["check(True)"])
    assert skipped.reason == "it has no prompt"


@pytest.mark.realdata
def test_the_published_prompts_are_read(fixtures_path: Path):
    rows = [row for _, row in published.rows(str(fixtures_path / "cadtestbench"), 0)]
    with gzip.open(fixtures_path / "cadtestbench" / "samples.jsonl.gz", "rt") as lines:
        assert len(rows) == sum(1 for _ in lines) == 90
    assert {row["partition"] for row in rows} == {"abstract", "detailed"}


def test_every_printed_table_names_the_survey_it_is_from():
    for quoted in printed.printed_tables(families.locate("cad-script")[1], []):
        assert "survey" in quoted.note and not any(line.note for line in quoted.lines)


@pytest.mark.process
def test_samples_that_are_not_gzip_are_refused(tmp_path):
    path = tmp_path / "samples.jsonl.gz"
    path.write_bytes(b"plain")
    with pytest.raises(UserError, match="gzip"):
        list(published.samples(path))


@pytest.fixture
def untested_run(tmp_path, monkeypatch):
    """A run of the baseline that draws a box, on published rows without their tests."""
    folder = tmp_path / "published" / "samples"
    folder.mkdir(parents=True)
    samples = {"sample_id": ["7", "8"], "prompt": ["A plate", "A ring"]}
    pl.DataFrame(samples).write_parquet(folder / "abstract.parquet")
    monkeypatch.setenv("SGPKIT_SCORING", "workers")
    rows, run = str(tmp_path / "rows"), str(tmp_path / "run")
    assert main(["build", "cad-script", "--source", f"cadtestbench={folder.parent}", "--out", rows]) == 0
    assert main(["run", "cad-script", "--data", rows, "--engine", "baseline", "--model", "box", "--out", run]) == 0
    return Path(run)


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.process
@needs_cadquery
def test_a_run_without_tests_has_no_pass_rate_and_says_why(untested_run, capsys):
    assert main(["score", str(untested_run)]) == 0
    output = " ".join(capsys.readouterr().out.split())
    figures = json.loads((untested_run / "scores.json").read_text())
    assert figures["headline"] == "valid, untested"
    assert not {"pr", "rs"} & set(figures["parts"])
    assert not [name for name in figures["summary"] if name.startswith("pr")]
    assert "the rows have no tests" in output
    assert "dimitrismallis/CADTestBench" in output


@pytest.mark.slow
@pytest.mark.process
def test_missing_packages_refuse_the_command_and_are_no_status_of_an_answer(untested_run, monkeypatch, capsys):
    monkeypatch.setenv("SGPKIT_CADQUERY", str(untested_run / "nowhere"))
    assert main(["score", str(untested_run)]) == 2
    assert environment.INSTALL in capsys.readouterr().err
    assert not (untested_run / "scores.json").exists()
