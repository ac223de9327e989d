"""Whatever paints or reads drawings of others passes the gate; the exceptions are listed with their reasons."""

import re

from paths import ROOT

PAINTS = re.compile(r"\braster\.(?:paint|render|render_many)\b|\bsvg\.shapes(?:_of)?\(|\bresvg_py\b|\bpaint_square\b")
GATED = re.compile(r"\bgate\.(?:text|read|shown)\b|\bscene\.(?:read|read_many|from_svg)\b")
ROOMS = tuple(f"sgpkit/graphics/{room}/" for room in ("raster", "svg", "scene", "gate"))
"""The painter, the reader of shapes, the scene, which reads what the gate has read, and the gate."""

WITHOUT = {
    "sgpkit/metrics/structure/recall/lettering.py": "pages that `contents` has passed through the gate",
    "sgpkit/metrics/structure/recall/markers.py": "the document of a scene",
    "sgpkit/graphics/near_copies/sheet.py": "drawings from `signature.as_svg`",
    "sgpkit/graphics/perturb/proof.py": "two programs with the same constructs, compared in both renderers",
    "builders/sgp_bench/sources/invariance.py": "the same comparison",
    "sgpkit/graphics/cad/sketch/drawing.py": "drawn here",
    "sgpkit/graphics/turtle/figure.py": "drawn here",
    "sgpkit/data/card/figures.py": "drawn here",
    "sgpkit/runs/scoring/versions.py": "names packages",
    "builders/shared/drawings/designs/view.py": "drawn here",
    "builders/shared/drawings/lookalikes/__init__.py": "drawn here",
    "builders/shared/drawings/recognition/__main__.py": "drawn here",
    "builders/sgp_bench/sources/symmetry.py": "drawn here",
    "builders/vectorgym/content/sketches/__main__.py": "passes a painter on",
    "builders/vectorgym/content/sketches/outlines.py": "the document that `sketching` has passed through the gate",
    "builders/vgbench/content/tikz_figures/compiled.py": "compiled from programs written here",
}


def modules():
    for folder in ("sgpkit", "builders"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if not name.startswith(ROOMS):
                yield name, path.read_text("utf-8")


def test_modules_that_paint_pass_the_gate():
    painting = {name: text for name, text in modules() if PAINTS.search(text)}
    assert len(painting) > 20
    assert [name for name, text in painting.items() if not GATED.search(text) and name not in WITHOUT] == []


def test_exceptions_are_needed():
    needed = {name for name, text in modules() if PAINTS.search(text) and not GATED.search(text)}
    assert set(WITHOUT) - needed == set()
