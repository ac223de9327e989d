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

from sgpkit.graphics.cad.dialects import deepcad as cad_deepcad
from sgpkit.graphics.cad.dialects import deepcad_write as cad_deepcad_write
from sgpkit.graphics.cad.dialects import document as cad_document
from sgpkit.graphics.cad.dialects import fusion360 as cad_fusion360
from sgpkit.graphics.cad.dialects import fusion360_json as cad_fusion360_json
from sgpkit.graphics.cad.dialects import onshape as cad_onshape
from sgpkit.graphics.cad.dialects import sketchgraphs as cad_sketchgraphs
from sgpkit.graphics.cad.dialects import text as cad_text
from sgpkit.graphics.cad.dialects.curve_text import places_that_keep
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
"""Text, the content of a file, or what `json.loads` or numpy made of one. Never a path."""


@dataclass(frozen=True)
class Model:
    """A program. Models are equal where their texts are.

    `exact` is what a document said before its numbers were rounded for the text; `part` and `sketch` give it where it
    is there. `as_text` leaves it out: what a reader of the text can know.
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
        """Whether it is a sketch, with no solid."""
        return self.dialect == "sketchgraphs"

    def text(self) -> str:
        """The benchmark's textual form, one line. `parse` reads it back to the same commands."""
        return cad_text.write(self.commands)

    def as_text(self) -> Model:
        return replace(self, exact=None)

    def part(self) -> Part:
        """Rejected for a program that has no geometric meaning."""
        if self.flat:
            raise Rejected(Status.COMPILE_ERROR, "a sketch has no solid; draw it with view()")
        if isinstance(self.exact, Part):
            return self.exact
        return cad_deepcad.part(self.commands) if self.dialect == "deepcad" else cad_fusion360.part(self.commands)

    def sketch(self) -> Sketch:
        if not self.flat:
            raise Rejected(Status.COMPILE_ERROR, f"a {self.dialect} program is a part, not a sketch")
        if isinstance(self.exact, Sketch):
            return self.exact
        return cad_sketchgraphs.sketch(self.commands)

    def solid(self) -> Solid:
        """Built with OpenCASCADE, in a sandboxed process. Rejected for what makes no valid solid."""
        from sgpkit.graphics.cad import solid as cad_solid

        return cad_solid.build(self.part())

    def view(self, side: Side = "front", size: int = 512) -> CadView:
        """From the front or the back (of a sketch there is one view): line art as SVG, and a picture as PNG."""
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
    """The program in a text, document, file's content or array; the form is recognised.

    A document of SketchGraphs may hold several sketches: `number` says which of those that draw something, from 0.
    Raises Rejected, with the place, for what cannot be read; ImportError where reading the form needs a package.
    """
    if dialect == "sketchgraphs":
        found = _sketches(source, number + 1)
        if not 0 <= number < len(found):
            raise Rejected(Status.PARSE_ERROR, f"there is no sketch {number} in the document, it holds {len(found)}")
        return found[number]
    if dialect not in DIALECTS:
        raise ValueError(f"unknown dialect {dialect!r}; expected one of {', '.join(DIALECTS)}")
    return _deepcad(source) if dialect == "deepcad" else _fusion360(source)


def parse_all(source: Source, dialect: str) -> list[Model]:
    """All programs in a document: one, but for the sketches of an Onshape document or a `.npy` file."""
    return _sketches(source, None) if dialect == "sketchgraphs" else [parse(source, dialect)]


def _deepcad(source: Source) -> Model:
    if isinstance(source, bytes) and source.startswith(b"\x89HDF"):
        from sgpkit.graphics.cad.dialects import vectors as cad_vectors

        return Model("deepcad", cad_deepcad.checked(cad_vectors.of_h5(source)))
    if isinstance(source, bytes) and not source.startswith(b"\x93NUMPY"):
        source = _decoded(source)
    if isinstance(source, str) and not _is_json(source):
        return Model("deepcad", cad_deepcad.checked(cad_text.read(source)))
    data = cad_document.load(source) if isinstance(source, str) else source
    if isinstance(data, dict):
        part = cad_fusion360_json.part(data)
        return Model("deepcad", cad_deepcad_write.commands(part), part)
    from sgpkit.graphics.cad.dialects import vectors as cad_vectors

    return Model("deepcad", cad_deepcad.checked(cad_vectors.of_rows(cad_vectors.loaded(data))))


def _fusion360(source: Source) -> Model:
    if isinstance(source, bytes):
        source = _decoded(source)
    if isinstance(source, str) and not _is_json(source):
        return Model("fusion360", cad_fusion360.checked(cad_text.read(source)))
    part = cad_fusion360_json.part(cad_document.load(source) if isinstance(source, str) else source)
    return Model("fusion360", cad_fusion360.commands(part, _places_of_part(part)), part)


def _sketches(source: Source, most: int | None) -> list[Model]:
    if isinstance(source, bytes) and not _is_text(source):
        from sgpkit.graphics.cad.dialects import sequences as cad_sequences

        return [
            _from_sketch(cad_onshape.sketch_of_operations(sequence), keep=True)
            for sequence in cad_sequences.sequences(source, most)
        ]
    if isinstance(source, bytes):
        source = _decoded(source)
    if isinstance(source, str) and not _is_json(source):
        return [Model("sketchgraphs", cad_sketchgraphs.checked(cad_text.read(source)))]
    data = cad_document.load(source) if isinstance(source, str) else source
    if isinstance(data, list) and data and isinstance(data[0], dict) and "kind" in data[0]:
        return [_from_sketch(cad_onshape.sketch_of_operations(list(cad_onshape.operations(data))), keep=True)]
    return [_from_sketch(sketch, keep=True) for sketch in cad_onshape.sketches(data)[:most]]


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


def from_part(part: Part, dialect: str, places: int | None = None) -> Model:
    """A program for a part. Its numbers are rounded as the dialect does, and `part()` gives what the rounded ones say.

    `places` is the number of decimals, for "fusion360"; by default five digits of every loop's size are kept.
    """
    if dialect == "deepcad":
        return Model(dialect, cad_deepcad.checked(cad_deepcad_write.commands(part)))
    if dialect != "fusion360":
        raise ValueError(f"a part is written in 'deepcad' or 'fusion360', got {dialect!r}")
    return Model(dialect, cad_fusion360.commands(part, _places_of_part(part) if places is None else places))


def from_sketch(sketch: Sketch, places: int | None = None) -> Model:
    """A program for a sketch, as `from_part`. Entities are numbered in their order."""
    return _from_sketch(sketch, places, keep=False)


def _from_sketch(sketch: Sketch, places: int | None = None, *, keep: bool) -> Model:
    if places is None:
        places = _places_of_sketch(sketch)
    return Model("sketchgraphs", cad_sketchgraphs.commands(sketch, places), sketch if keep else None)


def _places_of_part(part: Part) -> int:
    loops = [loop for one in part.extrusions for region in one.regions for loop in (region.outer, *region.holes)]
    wholes = [max((abs(value) for corner in cad_deepcad_write.corners(part) for value in corner), default=1.0)]
    wholes += [box_of(loop).size for loop in loops]
    pieces = [box(curve).size for loop in loops for curve in loop]
    pieces += [abs(height) for one in part.extrusions for height in (one.start, one.end, one.end - one.start)]
    return places_that_keep(wholes, pieces)


def _places_of_sketch(sketch: Sketch) -> int:
    curves: list[Curve] = [entity.shape for entity in sketch.entities if not isinstance(entity.shape, Point)]
    points = [entity.shape for entity in sketch.entities if isinstance(entity.shape, Point)]
    whole = box_of(curves).size if curves else box_of_points(points).size if points else 1.0
    return places_that_keep([whole], [box(curve).size for curve in curves])


# --- prompts ----------------------------------------------------------------------------------------------------------


def syntax_hint(dialect: str) -> str:
    """What a prompt says about a dialect's text, in this project's words."""
    if dialect not in DIALECTS:
        raise ValueError(f"unknown dialect {dialect!r}; expected one of {', '.join(DIALECTS)}")
    return HINTS[dialect]
