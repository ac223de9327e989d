"""Typst and Mermaid as formats: compiled in the sandbox, read by the gate, refused by name.

The oracle of Mermaid's pictures is `novasvg`, which paints the SVG before it is simplified.
"""

import importlib.util
import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from sgpkit import extract
from sgpkit.graphics import formats, raster, scene
from sgpkit.metrics.structure.recall import contents
from sgpkit.sandbox.workers import sandbox
from sgpkit.status import Rejected, Status

pytest.importorskip("typst")
pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("mmdr") is None, reason="mmdr is not installed"),
    pytest.mark.process,
    pytest.mark.sandbox,
]

MERMAID = {
    "flowchart": "flowchart LR\n    A[Start] --> B{Valid?}\n    B -->|yes| C((Finish))\n    B -->|no| D[Retry]",
    "sequence": "sequenceDiagram\n    Alice->>Bob: Hello\n    Bob-->>Alice: Hi",
    "class": "classDiagram\n    Shape <|-- Circle\n    Shape : +int area",
    "state": "stateDiagram-v2\n    [*] --> Idle\n    Idle --> Busy : work",
    "entities": "erDiagram\n    AUTHOR ||--o{ BOOK : writes",
    "pie": 'pie title Pets\n    "cats" : 3\n    "dogs" : 4',
    "mindmap": "mindmap\n  root\n    left\n    right",
}
TYPST = "#set page(width: 120pt, height: 60pt, margin: 0pt)\n#place(dx: 10pt, dy: 10pt, rect(width: 60pt)[Start])"


def painted_by_the_package(code):
    """Return a diagram as `novasvg` paints it, in a separate process because it reports leaks at its end."""
    program = (
        "import mmdr, sys; sys.stdout.buffer.write(mmdr.render(sys.argv[1]).png(width=256.0, background='#ffffff'))"
    )
    done = subprocess.run([sys.executable, "-c", program, code], capture_output=True, check=True)
    return np.asarray(Image.open(io.BytesIO(done.stdout)).convert("RGB"))


@pytest.mark.parametrize("code", MERMAID.values(), ids=MERMAID)
def test_simplified_mermaid_looks_like_the_original(code):
    theirs = painted_by_the_package(code)
    height, width = theirs.shape[:2]
    ours = raster.render(formats.get("mermaid").to_svg(code), 256)
    side = max(width, height)
    square = np.full((side, side, 3), 255, np.uint8)
    top, left = (side - height) // 2, (side - width) // 2
    square[top : top + height, left : left + width] = theirs[:, :, :3]
    step = side / 256
    at = (np.arange(256) * step).astype(int)
    # Coarse cells of ink, since fonts and edges differ between the two renderers.
    dark = [
        (picture.min(axis=2) < 200).reshape(16, 16, 16, 16).mean(axis=(1, 3)) for picture in (ours, square[at][:, at])
    ]
    assert np.corrcoef(dark[0].ravel(), dark[1].ravel())[0, 1] > 0.8


@pytest.mark.parametrize("code", MERMAID.values(), ids=MERMAID)
def test_the_gate_reads_mermaid(code):
    assert scene.read(code, "mermaid").shapes


@pytest.mark.parametrize(("format", "code"), [("typst", TYPST), ("mermaid", MERMAID["flowchart"])])
def test_same_program_gives_the_same_svg(format, code):
    language = formats.get(format)
    module = __import__(f"sgpkit.families.diagrams.{format}", fromlist=["COMPILER"])
    first = module.COMPILER.compile(code, 20.0)
    assert module.COMPILER.compile(code, 20.0) == first
    assert language.to_svg(code) == first.svg


def test_words_of_typst_are_read_from_the_page():
    assert [word.text for word in contents.read(TYPST, "typst").words] == ["Start"]


@pytest.mark.parametrize(
    ("format", "code", "status", "reason"),
    [
        ("typst", "#let x = ", Status.COMPILE_ERROR, "typst: expected expression"),
        ("typst", '#import "@preview/cetz:0.3.0"', Status.COMPILE_ERROR, "typst: packages are not available"),
        ("typst", '#read("/etc/passwd")', Status.COMPILE_ERROR, "typst: file not found"),
        ("mermaid", "flowchrt TD\n    A-->B", Status.COMPILE_ERROR, "mermaid: No Mermaid diagram type detected"),
    ],
)
def test_what_cannot_be_compiled_is_rejected_with_the_reason(format, code, status, reason):
    with pytest.raises(Rejected) as rejected:
        formats.get(format).to_svg(code)
    assert rejected.value.status is status
    assert rejected.value.reason.startswith(reason)


def test_endless_typst_is_a_timeout(monkeypatch):
    monkeypatch.setattr("sgpkit.families.diagrams.python_compilers.DEADLINE", 1.0)
    with pytest.raises(Rejected) as rejected:
        formats.get("typst").to_svg("#for a in range(9000) { for b in range(9000) { let c = calc.rem(a * b, 7) } }")
    assert rejected.value.status is Status.TIMEOUT


@pytest.mark.parametrize(("format", "package"), [("typst", "typst"), ("mermaid", "mmdr")])
def test_a_missing_package_is_no_fault_of_the_answer(monkeypatch, format, package):
    find = __import__("importlib.util", fromlist=["find_spec"]).find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *rest: None if name == package else find(name, *rest))
    module = __import__(f"sgpkit.families.diagrams.{format}", fromlist=["COMPILER"])
    with pytest.raises(sandbox.Unavailable, match=r"sgpkit\[diagrams\]"):
        module.COMPILER.compile("#circle()" if format == "typst" else "flowchart TD\n A-->B", 20.0)


@pytest.mark.parametrize(
    ("format", "reply"),
    [
        ("typst", f"Here it is:\n\n```typst\n{TYPST}\n```\n\nDone."),
        ("typst", TYPST),
        ("mermaid", f"```mermaid\n{MERMAID['state']}\n```"),
        ("mermaid", f"Sure.\n{MERMAID['flowchart']}"),
    ],
)
def test_programs_are_found_in_replies(format, reply):
    wanted = TYPST if format == "typst" else MERMAID["state" if "state" in reply else "flowchart"]
    assert extract.code(reply, format).strip() == wanted


def test_a_graphviz_graph_is_no_mermaid():
    assert not list(formats.get("mermaid").programs("graph G {\n a -- b\n}"))
