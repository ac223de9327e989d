"""SketchGraphs' `.npy` files: packed sequences of operations, opened without trusting them.

The files hold pickles (in `sketchgraphs/data/flat_array.py` of https://github.com/PrincetonLIPS/SketchGraphs, revision
21981fa4ee057f78f1fa1db441078dd6be76bae8: a header, offsets, and one LZ4-compressed pickle a sequence; or numpy's own
arrays of objects). A pickle can run anything, so the reader here knows the few names that such files hold, gives each a
harmless value of its own in its place, and refuses every other one.
"""

import io
import pickle
import pickletools
import struct
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from sgpkit.errors import NotInstalled
from sgpkit.graphics.cad.dialects import arrays
from sgpkit.graphics.cad.dialects.onshape import Operation
from sgpkit.graphics.cad.dialects.text import MOST_COMMANDS, shown
from sgpkit.status import Rejected, Status

LIST_MAGIC = -2356038617
DICTIONARY_MAGIC = 87374267
LARGEST = 64 << 20  # bytes of one sequence once unpacked
INSTALL = "reading SketchGraphs' packed .npy files needs lz4: pip install 'sgpkit[cad]'"

ENTITIES = ("Point", "Line", "Circle", "Ellipse", "Spline", "Conic", "Arc", "External", "Stop", "Unknown")
POINTS = {101: "SN_Start", 102: "SN_End", 103: "SN_Center"}
CONSTRAINTS = (
    *("Coincident", "Projected", "Mirror", "Distance", "Horizontal", "Parallel", "Vertical", "Tangent", "Length"),
    *("Perpendicular", "Midpoint", "Equal", "Diameter", "Offset", "Radius", "Concentric", "Fix", "Angle"),
    *("Circular_Pattern", "Pierce", "Linear_Pattern", "Centerline_Dimension", "Intersected", "Silhoutted"),
    *("Quadrant", "Normal", "Minor_Diameter", "Major_Diameter", "Rho", "Unknown"),
)
SUBNODE = 101


def sequences(content: bytes, most: int | None = None) -> list[list[Operation]]:
    """Return the sequences of a file, up to `most` of them. Raises Rejected for a broken or hostile file."""
    if content.startswith(b"\x93NUMPY"):
        content, objects = _array(content)
        if objects is not None:
            unpickled = objects if _are_sequences(objects) else [objects]
            return [_operations(sequence) for sequence in unpickled[:most]]
    packed = _packed(content)
    return [_operations(_unpickled(_unpacked(one))) for one in packed[:most]]


def _are_sequences(objects: Sequence[Any]) -> bool:
    return bool(objects) and all(isinstance(one, list | _Array) for one in objects)


# --- containers -------------------------------------------------------------------------------------------------------


def _array(content: bytes) -> tuple[bytes, list[Any] | None]:
    """Return the bytes of a numpy array of bytes, or the items of one of objects."""
    shape, dtype, rest = arrays.head(content)
    if dtype.hasobject:
        return b"", list(_items(_unpickled(rest)))
    if dtype.itemsize != 1 or len(shape) != 1:
        raise Rejected(Status.PARSE_ERROR, f"an array of {dtype} in the shape {shape} contains no sequences")
    return rest, None


def _packed(content: bytes) -> list[bytes]:
    magic, rest = _number(content), content[8:]
    if magic == DICTIONARY_MAGIC:
        version, size = _number(rest), _number(rest[8:])
        if version != 1 or not 0 <= size <= len(rest):
            raise Rejected(Status.PARSE_ERROR, "the dictionary's header is broken")
        header, base = _unpickled(rest[16 : 16 + size]), rest[16 + size :]
        start = header.get("sequences") if isinstance(header, dict) else None
        if not isinstance(start, tuple) or len(start) != 3 or not all(isinstance(one, int) for one in start):
            raise Rejected(Status.PARSE_ERROR, "the dictionary contains no 'sequences'")
        return _packed(base[start[0] : start[0] + start[1]])
    if magic != LIST_MAGIC:
        raise Rejected(Status.PARSE_ERROR, "neither a packed list nor a packed dictionary of SketchGraphs")
    version, count = _number(rest), _number(rest[8:])
    if version != 2 or not 0 <= count <= len(rest) // 8:
        raise Rejected(Status.PARSE_ERROR, f"the list's header is broken: version {version}, {count} items")
    offsets = np.frombuffer(rest[16 : 16 + 8 * (count + 1)], dtype="<i8")
    body = rest[16 + 8 * (count + 1) :]
    if len(offsets) != count + 1 or (np.diff(offsets) < 0).any() or offsets[0] != 0 or offsets[-1] > len(body):
        raise Rejected(Status.PARSE_ERROR, "the list's offsets do not fit its content; the file is cut off")
    return [body[int(begin) : int(end)] for begin, end in pairwise(offsets)]


def _number(content: bytes) -> int:
    if len(content) < 8:
        raise Rejected(Status.PARSE_ERROR, "the file is cut off")
    return int(struct.unpack("<q", content[:8])[0])


def _unpacked(content: bytes) -> bytes:
    try:
        import lz4.frame
    except ImportError:
        raise NotInstalled(INSTALL) from None
    try:
        unpacked: bytes = lz4.frame.LZ4FrameDecompressor().decompress(content, max_length=LARGEST + 1)
    except RuntimeError as error:
        raise Rejected(Status.PARSE_ERROR, f"a sequence cannot be unpacked: {error}") from None
    if len(unpacked) > LARGEST:
        raise Rejected(Status.TOO_LARGE, f"a sequence of more than {LARGEST:,} bytes")
    return unpacked


# --- pickles ----------------------------------------------------------------------------------------------------------


class _Node(NamedTuple):
    label: Any
    parameters: Any = None


class _Edge(NamedTuple):
    label: Any
    references: Any = ()
    parameters: Any = None


class _Array:
    """Stands in for a numpy array of objects: keeps the items, and nothing else of its state."""

    items: list[Any]

    def __setstate__(self, state: Any) -> None:
        items = state[4] if isinstance(state, tuple) and len(state) == 5 else None
        self.items = items if isinstance(items, list) else []


class _Type:
    """Stands in for numpy's types."""

    def __init__(self, *arguments: Any) -> None:
        self.name = arguments[0] if arguments and isinstance(arguments[0], str) else ""

    def __setstate__(self, state: Any) -> None:
        pass


def _scalar(kind: Any, content: Any = b"") -> Any:
    """Return a number that numpy has written."""
    known = isinstance(kind, _Type) and kind.name in ("f8", "f4", "i8", "i4", "b1") and isinstance(content, bytes)
    if known and len(content) == int(kind.name[1]):
        return np.frombuffer(content, dtype=f"<{kind.name}")[0].item()
    raise pickle.UnpicklingError("a number of an unknown kind")


def _entity(value: Any) -> str:
    if isinstance(value, int) and 0 <= value < len(ENTITIES):
        return ENTITIES[value]
    raise pickle.UnpicklingError("an entity of an unknown kind")


def _point(value: Any) -> str:
    if isinstance(value, int) and value in POINTS:
        return POINTS[value]
    raise pickle.UnpicklingError("a point of an unknown kind")


def _constraint(value: Any) -> str:
    if isinstance(value, int) and (value == SUBNODE or 0 <= value < len(CONSTRAINTS)):
        return "Subnode" if value == SUBNODE else CONSTRAINTS[value]
    raise pickle.UnpicklingError("a constraint of an unknown kind")


def _member(owner: Any, name: Any) -> str:
    """Return a member by its name, as some versions of Python write the members of an enumeration."""
    known = ((_entity, ENTITIES), (_point, tuple(POINTS.values())), (_constraint, (*CONSTRAINTS, "Subnode")))
    for kind, names in known:
        if owner is kind and isinstance(name, str) and name in names:
            return name
    raise Rejected(Status.UNSAFE, f"the pickle asks for {shown(name)} of something, which no sequence contains")


def _made_array(*_: Any) -> _Array:
    return _Array()


_NUMPY = ("numpy", "numpy.core.multiarray", "numpy._core.multiarray")
_KNOWN: dict[tuple[str, str], Callable[..., Any]] = {
    ("sketchgraphs.data.sequence", "NodeOp"): _Node,
    ("sketchgraphs.data.sequence", "EdgeOp"): _Edge,
    ("sketchgraphs.data._entity", "EntityType"): _entity,
    ("sketchgraphs.data._entity", "SubnodeType"): _point,
    ("sketchgraphs.data._constraint", "ConstraintType"): _constraint,
    ("builtins", "getattr"): _member,
    **{(module, "_reconstruct"): _made_array for module in _NUMPY},
    **{(module, "ndarray"): _Array for module in _NUMPY},
    **{(module, "dtype"): _Type for module in _NUMPY},
    **{(module, "scalar"): _scalar for module in _NUMPY},
}


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Callable[..., Any]:
        known = _KNOWN.get((module, name))
        if known is None:
            raise Rejected(
                Status.UNSAFE, f"the pickle asks for {shown(module)}.{shown(name)}, which no sequence contains"
            )
        return known

    def persistent_load(self, identity: Any) -> Any:
        raise Rejected(Status.UNSAFE, "the pickle refers to an object outside of it")


def _unpickled(content: bytes) -> Any:
    try:
        for opcode, argument, _ in pickletools.genops(content):
            # The reader allocates room for every number up to the largest in the file.
            numbered = argument if opcode.name in ("PUT", "BINPUT", "LONG_BINPUT") else 0
            if isinstance(numbered, int) and numbered > len(content):
                raise Rejected(Status.UNSAFE, f"a pickle of {len(content):,} bytes that numbers {numbered:,} objects")
        return _Reader(io.BytesIO(content)).load()
    except Rejected:
        raise
    except Exception as error:  # a broken pickle can fail in any way; nothing that it names has run
        raise Rejected(Status.PARSE_ERROR, f"a broken pickle: {type(error).__name__}: {shown(error)}") from None


def _items(value: Any) -> list[Any]:
    if isinstance(value, _Array):
        return getattr(value, "items", [])
    return value if isinstance(value, list) else [value]


def _operations(sequence: Any) -> list[Operation]:
    items = _items(sequence)
    if len(items) > MOST_COMMANDS:
        raise Rejected(Status.TOO_LARGE, f"{len(items):,} operations; at most {MOST_COMMANDS:,} are read")
    operations: list[Operation] = []
    for number, item in enumerate(items, 1):
        if not isinstance(item, _Node | _Edge) or not isinstance(item.label, str):
            raise Rejected(Status.PARSE_ERROR, f"operation {number}: neither a node nor an edge")
        parameters = item.parameters if isinstance(item.parameters, dict) else {}
        references: tuple[int, ...] = ()
        if isinstance(item, _Edge):
            listed = item.references if isinstance(item.references, tuple | list) else ()
            if not all(isinstance(one, int) for one in listed):
                raise Rejected(Status.PARSE_ERROR, f"operation {number}: its references are not numbers")
            references = tuple(listed)
        operations.append(("edge" if isinstance(item, _Edge) else "node", item.label, references, parameters))
    return operations
