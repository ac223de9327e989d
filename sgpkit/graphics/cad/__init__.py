"""CAD programs in three dialects: read from their published forms, written as one-line text, built, drawn.

    deepcad        sketch and extrude in 256 levels: text, cad_json, 17-column vectors (an array, or .h5)
    fusion360      sketch and extrude with decimal numbers and all kinds of curve: text, reconstruction JSON
    sketchgraphs   constrained flat sketches: text, Onshape JSON, sequences of operations (JSON, or .npy)

Try it: python -c "from sgpkit.graphics import cad; print(cad.parse('SOL;Circle:(176,128,48);SOL;Circle:(176,128,20);
Ext:(128,128,128,32,128,128,192,147,128,Newbody,One-sided);EOS', 'deepcad').part())"
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from sgpkit.graphics.cad.dialects import (
    deepcad,
    deepcad_write,
    document,
    fusion360,
    fusion360_json,
    onshape,
    sketchgraphs,
)
from sgpkit.graphics.cad.dialects import text as cad_text
from sgpkit.graphics.cad.dialects.curve_text import decimals_that_keep
from sgpkit.graphics.cad.dialects.text import Command
from sgpkit.graphics.cad.hints import HINTS
from sgpkit.graphics.cad.model import Curve, Part, Sketch
from sgpkit.graphics.cad.sketch.curves import box, box_of, box_of_points
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

if TYPE_CHECKING:
    from sgpkit.graphics.cad.solid import CadView, Solid

DIALECTS = ("deepcad", "fusion360", "sketchgraphs")
SIDES = ("front", "back")

Side = Literal["front", "back"]
Source = str | bytes | Sequence[Any] | dict[str, Any]
"""Text, the content of a file, or the value that `json.loads` or numpy read from one. Never a path."""


@dataclass(frozen=True)
class Model:
    """A program. Models are equal if their texts are. `exact` has the geometry of a document before its numbers were
    rounded for the text, if any; `part` and `sketch` then return it. `as_text` removes it, so that only the rounded
    numbers remain.
    """

    dialect: str
    commands: tuple[Command, ...]
    exact: Part | Sketch | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and (self.dialect, self.commands) == (other.dialect, other.commands)

    def __hash__(self) -> int:
        return hash((self.dialect, self.commands))

    @property
    def flat(self) -> bool:
        """Return whether the program is a sketch, with no solid."""
        return self.dialect == "sketchgraphs"

    def text(self) -> str:
        """Return the benchmark's textual form, one line. `parse` reads it back to the same commands."""
        return cad_text.write(self.commands)

    def as_text(self) -> Model:
        """Return the same program as a reader of its text knows it, with rounded numbers."""
        return replace(self, exact=None)

    def part(self) -> Part:
        """Return the part that the program builds. Raises Rejected for a program that has no geometric meaning."""
        if self.flat:
            raise Rejected(Status.COMPILE_ERROR, "a sketch has no solid; draw it with view()")
        if isinstance(self.exact, Part):
            return self.exact
        return deepcad.part(self.commands) if self.dialect == "deepcad" else fusion360.part(self.commands)

    def sketch(self) -> Sketch:
        """Return the flat sketch that the program draws. Raises Rejected for a program that builds a part."""
        if not self.flat:
            raise Rejected(Status.COMPILE_ERROR, f"a {self.dialect} program is a part, not a sketch")
        if isinstance(self.exact, Sketch):
            return self.exact
        return sketchgraphs.sketch(self.commands)

    def solid(self) -> Solid:
        """Build the part with OpenCASCADE, in a sandboxed process. Raises Rejected if it does not make a valid
        solid.
        """
        from sgpkit.graphics.cad import solid as cad_solid

        return cad_solid.build(self.part())

    def view(self, side: Side = "front", size: int = 512) -> CadView:
        """Draw the program from the front or the back (a sketch has one view), as line art in SVG and as a PNG."""
        from sgpkit.graphics.cad import solid as cad_solid

        if side not in SIDES:
            raise ValueError(f"unknown side {side!r}; expected one of {', '.join(SIDES)}")
        if not self.flat:
            return cad_solid.build(self.part(), views=(side,), size=size).view(side)
        from sgpkit.graphics.cad.sketch import drawing as cad_sketch_drawing

        drawing = cad_sketch_drawing.svg(self.sketch())
        return cad_solid.CadView(side, drawing, cad_sketch_drawing.picture(drawing, size))


# --- reading ----------------------------------------------------------------------------------------------------------


def parse(source: Source, dialect: str, number: int = 0) -> Model:
    """Return the program in a text, document, file's content or array, whose form is recognised. A document of
    SketchGraphs may have several sketches: `number` selects one of those that are not empty, from 0. Raises Rejected,
    with the position, for unreadable input, and ImportError if the form needs a missing package.
    """
    if dialect == "sketchgraphs":
        models = _sketches(source, number + 1)
        if not 0 <= number < len(models):
            raise Rejected(Status.PARSE_ERROR, f"no sketch {number}: the document contains {len(models)}")
        return models[number]
    if dialect not in DIALECTS:
        raise ValueError(f"unknown dialect {dialect!r}; expected one of {', '.join(DIALECTS)}")
    return _deepcad(source) if dialect == "deepcad" else _fusion360(source)


def parse_all(source: Source, dialect: str) -> list[Model]:
    """Return all programs in a document: one, except for the sketches of an Onshape document or a `.npy` file."""
    return _sketches(source, None) if dialect == "sketchgraphs" else [parse(source, dialect)]


def _deepcad(source: Source) -> Model:
    if isinstance(source, bytes) and source.startswith(b"\x89HDF"):
        from sgpkit.graphics.cad.dialects import vectors

        return Model("deepcad", deepcad.checked(vectors.of_h5(source)))
    if isinstance(source, bytes) and not source.startswith(b"\x93NUMPY"):
        source = _decoded(source)
    if isinstance(source, str) and not _is_json(source):
        return Model("deepcad", deepcad.checked(cad_text.read(source)))
    data = document.load(source) if isinstance(source, str) else source
    if isinstance(data, dict):
        part = fusion360_json.part(data)
        return Model("deepcad", deepcad_write.commands(part), part)
    from sgpkit.graphics.cad.dialects import vectors

    return Model("deepcad", deepcad.checked(vectors.of_rows(vectors.loaded(data))))


def _fusion360(source: Source) -> Model:
    if isinstance(source, bytes):
        source = _decoded(source)
    if isinstance(source, str) and not _is_json(source):
        return Model("fusion360", fusion360.checked(cad_text.read(source)))
    part = fusion360_json.part(document.load(source) if isinstance(source, str) else source)
    return Model("fusion360", fusion360.commands(part, _decimals_of_part(part)), part)


def _sketches(source: Source, most: int | None) -> list[Model]:
    if isinstance(source, bytes) and not _is_text(source):
        from sgpkit.graphics.cad.dialects import sequences

        return [
            _from_sketch(onshape.sketch_of_operations(sequence), keep=True)
            for sequence in sequences.sequences(source, most)
        ]
    if isinstance(source, bytes):
        source = _decoded(source)
    if isinstance(source, str) and not _is_json(source):
        return [Model("sketchgraphs", sketchgraphs.checked(cad_text.read(source)))]
    data = document.load(source) if isinstance(source, str) else source
    if isinstance(data, list) and data and isinstance(data[0], dict) and "kind" in data[0]:
        return [_from_sketch(onshape.sketch_of_operations(list(onshape.operations(data))), keep=True)]
    return [_from_sketch(sketch, keep=True) for sketch in onshape.sketches(data)[:most]]


def _is_text(content: bytes) -> bool:
    return content.lstrip()[:1] in (b"{", b"[") or content[:1].isalpha()


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[")


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Rejected(Status.PARSE_ERROR, f"neither text nor a known file: byte {error.start} is not UTF-8") from None


# --- writing ----------------------------------------------------------------------------------------------------------


def from_part(part: Part, dialect: str, decimals: int | None = None) -> Model:
    """Return a program for a part. Numbers are rounded as in the dialect, also in the result's `part()`.

    `decimals` is the number of decimals, for "fusion360"; by default five digits of every loop's size are kept.
    """
    if dialect == "deepcad":
        return Model(dialect, deepcad.checked(deepcad_write.commands(part)))
    if dialect != "fusion360":
        raise ValueError(f"a part is written in 'deepcad' or 'fusion360', got {dialect!r}")
    return Model(dialect, fusion360.commands(part, _decimals_of_part(part) if decimals is None else decimals))


def from_sketch(sketch: Sketch, decimals: int | None = None) -> Model:
    """Return a program for a sketch, as `from_part` does. Entities are numbered in their order."""
    return _from_sketch(sketch, decimals, keep=False)


def _from_sketch(sketch: Sketch, decimals: int | None = None, *, keep: bool) -> Model:
    if decimals is None:
        decimals = _decimals_of_sketch(sketch)
    return Model("sketchgraphs", sketchgraphs.commands(sketch, decimals), sketch if keep else None)


def _decimals_of_part(part: Part) -> int:
    loops = [loop for one in part.extrusions for region in one.regions for loop in (region.outer, *region.holes)]
    wholes = [max((abs(value) for corner in deepcad_write.corners(part) for value in corner), default=1.0)]
    wholes += [box_of(loop).size for loop in loops]
    pieces = [box(curve).size for loop in loops for curve in loop]
    pieces += [abs(height) for one in part.extrusions for height in (one.start, one.end, one.end - one.start)]
    return decimals_that_keep(wholes, pieces)


def _decimals_of_sketch(sketch: Sketch) -> int:
    curves: list[Curve] = [entity.shape for entity in sketch.entities if not isinstance(entity.shape, Point)]
    points = [entity.shape for entity in sketch.entities if isinstance(entity.shape, Point)]
    whole = box_of(curves).size if curves else box_of_points(points).size if points else 1.0
    return decimals_that_keep([whole], [box(curve).size for curve in curves])


# --- prompts ----------------------------------------------------------------------------------------------------------


def syntax_hint(dialect: str) -> str:
    """Return the description of a dialect's syntax that prompts contain, in this project's words."""
    if dialect not in DIALECTS:
        raise ValueError(f"unknown dialect {dialect!r}; expected one of {', '.join(DIALECTS)}")
    return HINTS[dialect]
