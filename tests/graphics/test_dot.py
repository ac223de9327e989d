"""Graphviz to SVG: results, refusals in advance, and hostile programs."""

import os
import signal
import subprocess

import pytest

from sgpkit.graphics import compiled, dot, svg
from sgpkit.graphics.dot import checks
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected, Status
from tests.helpers.outside import SECRET, watched

pytestmark = pytest.mark.sandbox


def texts(code):
    return [shape.text for shape in svg.shapes(dot.to_svg(code)) if shape.tag == "text"]


@pytest.mark.process
def test_nodes_edges_and_labels_come_out():
    drawn = svg.shapes(dot.to_svg('digraph { a [fillcolor="#274A4A" style=filled]; a -> b [label="to b"] }'))
    assert [shape.text for shape in drawn if shape.text] == ["a", "b", "to b"]
    assert [shape.fill[:3] for shape in drawn if shape.tag == "ellipse" and shape.fill] == [(0x27, 0x4A, 0x4A)]


def test_other_layouts_are_had_by_their_attribute():
    positions = 'graph { layout=neato; a [pos="0,0!" shape=point]; b [pos="3,1!" shape=point] }'
    first, second = (shape.round.centre for shape in svg.shapes(dot.to_svg(positions)) if shape.tag == "ellipse")
    assert (second.x - first.x, first.y - second.y) == pytest.approx((3 * 72, 72), abs=0.02)


def test_of_several_graphs_the_last_is_drawn():
    converted = dot.convert("graph { a } digraph { b -> c }")
    assert (converted.pages, converted.notes) == (2, ("2 graphs; only the last is drawn",))
    assert [shape.text for shape in svg.shapes(converted.svg) if shape.text] == ["b", "c"]


@pytest.mark.parametrize(
    "code",
    [
        'graph { a [label="image=x.png, <IMG>, sides=2e9"] }',
        "graph { /* image=x */ a // shapefile=y\n# image=z\n}",
        'graph { a [image="" xlabel="javascript: a language"] }',
        "graph { a [label=<<TABLE><TR><TD HREF='#x'>1 &lt; 2</TD></TR></TABLE>>, peripheries=2, sides=5, width=2.5] }",
        'graph { "a\\"b" -- "image" [label=sides] }',
    ],
)
def test_words_that_only_look_dangerous_are_drawn(code):
    assert dot.to_svg(code).endswith("</svg>\n")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("graph {\n a -> b }", "syntax error in line 2 near '->'"),
        ("graph {", "syntax error"),
        ("digraph { layout=nowhere; a }", 'Layout type: "nowhere" not recognized'),
        ("# nothing", "has no graph"),
        ("A graph of two nodes", "syntax error in line 1"),
    ],
)
def test_the_compilers_own_words_are_the_reason(code, reason):
    with pytest.raises(Rejected) as rejected:
        dot.to_svg(code)
    assert rejected.value.status == Status.COMPILE_ERROR
    assert reason in rejected.value.reason


HOSTILE = {
    "image": ('graph { a [image="CANARY"] }', {Status.UNSAFE}),
    "image of an unquoted name": ("graph { a [image=canary] }", {Status.UNSAFE}),
    "image joined from parts": (
        'graph { a ["im" + "age"="CANARY"] }',
        {Status.UNSAFE},
    ),
    "HTML picture": ('graph { a [label=<<TABLE><TR><TD><img SRC="CANARY"/></TD></TR></TABLE>>] }', {Status.UNSAFE}),
    "shape file": ('graph { a [shapefile="CANARY"] }', {Status.UNSAFE}),
    "font path": ('graph { fontpath="FOLDER"; a }', {Status.UNSAFE}),
    "style sheet": ('graph { stylesheet="http://127.0.0.1:PORT/a.css"; a }', {Status.UNSAFE}),
    "script link": ('graph { a [URL=" java\\\nscript:alert(1)"] }', {Status.UNSAFE}),
    "script link in HTML": (
        "graph { a [label=<<TABLE HREF='javascript:x'><TR><TD>1</TD></TR></TABLE>>] }",
        {Status.UNSAFE},
    ),
    "sides": ("graph { a [shape=polygon sides=2000000000] }", {Status.TOO_LARGE}),
    "peripheries": ("graph { node [peripheries=2e9] a }", {Status.TOO_LARGE}),
    "width": ("graph { a [width=1e5] }", {Status.TOO_LARGE}),
    "infinite width": ('graph { a [width="inf"] }', {Status.TOO_LARGE}),
    "dpi": ("graph { graph [dpi=1e5]; a }", {Status.TOO_LARGE}),
    "orthogonal": (
        "digraph { splines=ortho; " + " ".join(f"{n % 97} -> {(7 * n + n // 97) % 97};" for n in range(4000)) + "}",
        {Status.TIMEOUT},
    ),
    "control character": ('graph { a [label="\x01"] }', {Status.PARSE_ERROR}),
    "deep": (
        "graph {" + "subgraph cluster {" * 20000 + "}" * 20001,
        {Status.COMPILE_ERROR, Status.TIMEOUT, Status.TOO_LARGE},
    ),
    "unclosed HTML": ("graph { a [label=" + "<" * 100_000, {Status.COMPILE_ERROR}),
    "unclosed string": ('graph { a [label="' + "\\" * 100_001, {Status.COMPILE_ERROR}),
    "NUL": ("graph { \0 }", {Status.PARSE_ERROR}),
    "empty": ("", {Status.NO_ANSWER}),
}


@pytest.mark.process
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_programs_get_a_status_and_reach_nothing(name, tmp_path):
    code, expected = HOSTILE[name]
    dot.close()
    with watched(tmp_path) as external:
        for word, position in (("CANARY", external.canary), ("FOLDER", tmp_path), ("PORT", external.port)):
            code = code.replace(word, str(position))
        try:
            status, output = Status.OK, dot.convert(code, seconds=1 if Status.TIMEOUT in expected else 20).svg
        except Rejected as rejected:
            status, output = rejected.status, rejected.reason
            assert output.isprintable()
        assert status in expected, output
        assert SECRET not in output
        dot.close()


def test_a_guard_reads_the_tokens_of_the_language():
    checks.check('graph { a [label=<<B>bold</B>> xlabel="sides=1e9"]; width -- sides -- 1e9 }')
    with pytest.raises(Rejected, match="sides='1e9'"):
        checks.check('graph { a ["sides" /* = 3 */ = 1e9] }')


@pytest.mark.process
def test_many_programs_stay_in_order():
    outcomes = dot.convert_many(["graph { a }", "graph {", "graph { b }", "graph { a }"], workers=2)
    assert [isinstance(outcome, Rejected) for outcome in outcomes] == [False, True, False, False]
    assert outcomes[0] is outcomes[3]


@pytest.mark.process
def test_a_missing_graphviz_is_nobodys_bad_drawing(monkeypatch, tmp_path):
    inside = dot._INSIDE.read_text().replace("libgvc.so", "libabsent.so")
    assert "libabsent" in inside
    (tmp_path / "serve.py").write_text(inside)
    monkeypatch.setattr(dot, "_INSIDE", tmp_path / "serve.py")
    monkeypatch.setattr(dot, "_POOL", pool.Pool(dot._service))
    with pytest.raises(sandbox.Unavailable, match="install it with: apt install graphviz"):
        dot.to_svg("graph { missing }")


def plain(code):
    """Return the output of one `dot` process."""
    done = subprocess.run(["dot", "-Tsvg"], input=code.encode(), capture_output=True)
    return done.returncode == 0, done.stdout, done.stderr


ORDINARY = [
    "graph { a -- b }",
    "digraph { a -> b; subgraph cluster_b { x } subgraph cluster_a { y } x -> y }",
    'digraph "named" { node [shape=record fontname="Courier bold" fontsize=13]; a [label="{x|<p> y}"]; a:p -> b }',
    "digraph { a [label=<<TABLE><TR><TD PORT='f'>1 &lt; 2</TD></TR></TABLE>>]; a:f -> a [label=loop] }",
    "graph { layout=neato; a -- b -- c -- a -- d }",
    "graph { a } digraph { b -> c }",
    'strict digraph { rankdir=LR; "\u00e9" -> b -> b; edge [color=red]; "\u00e9" -> b }',
    *(f"digraph {{ {' '.join(f'n{n} -> n{(n * step + 1) % 17};' for n in range(17))} }}" for step in range(2, 12)),
]


@pytest.mark.process
@pytest.mark.parametrize("order", [1, -1])
def test_what_comes_is_what_a_dot_process_writes_whatever_was_drawn_before(order):
    with pytest.raises(Rejected):
        dot.to_svg("graph {")
    for code in ORDINARY[::order]:
        result = dot._draw(code, 20)
        assert (result.succeeded, result.stdout, result.stderr) == plain(code)


BAD = {
    "attributes that refer to each other": 'graph { node [label="\\N" comment="\\G"]; graph [label="\\G"]; a }',
    "cycles": "digraph { a -> b -> c -> a; b -> b; c -> b }",
    "a port that is not there": 'digraph { a [shape=record label="<f> x"]; a:nowhere -> b:alike }',
    "nodes that nothing declares": "digraph { a -> { b c } -> d; subgraph { } }",
    "twice the same edge, strict": "strict graph { a -- b; b -- a; a -- b [label=x] }",
    "an edge between clusters that are not there": "digraph { compound=true; a -> b [lhead=cluster_x ltail=cluster_y] }",
    "a shape that is not there": "graph { a [shape=nonesuch] }",
    "a color that is not there": "graph { a [color=nonesuch style=filled] }",
    "several graphs, the second broken": "graph { a }\ngraph { -- }",
    "HTML that does not close": "graph { a [label=<<B>bold>] }",
    "HTML with a stranger's element": "graph { a [label=<<BLINK>x</BLINK>>] }",
    "HTML with a table in a sentence": "graph { a [label=<x <TABLE><TR><TD>y</TD></TR></TABLE>>] }",
    "two ranks for one node": "digraph { {rank=min; a} {rank=max; a} a -> b }",
    "directed edges in a graph without directions": "graph { a -> b }",
}


@pytest.mark.process
@pytest.mark.parametrize("name", BAD)
def test_bad_programs_end_as_they_do_with_dot(name):
    """They give the drawing if `dot` makes one, else `dot`'s message, and nothing crashes."""
    drawn, svg_bytes, output = plain(BAD[name])
    if drawn:
        assert dot.convert(BAD[name]).svg.count("<g id=") == svg_bytes.decode().split("</svg>")[0].count("<g id=")
    else:
        with pytest.raises(Rejected) as rejected:
            dot.convert(BAD[name])
        assert rejected.value.status == Status.COMPILE_ERROR
        assert rejected.value.reason.removeprefix("dot: ")[:20] in " ".join(output.decode().split())


def test_a_crash_costs_one_program_only():
    dot.to_svg("graph { before }")
    (process,) = [number for number in dot.processes() if number is not None][:1]
    os.kill(process, signal.SIGKILL)
    assert dot.to_svg("graph { after }").count('class="node"') == 1


@pytest.mark.process
@pytest.mark.realdata
def test_real_graphs_compile(fixtures_path):
    files = sorted((fixtures_path / "dot").glob("*.dot"))
    assert files
    for file, outcome in zip(files, dot.convert_many([file.read_text() for file in files]), strict=True):
        assert isinstance(outcome, compiled.Converted), f"{file.name}: {outcome}"
        assert svg.shapes(outcome.svg)
