"""DeepCAD's vector form: rows of 17 whole numbers, in `.h5` files under the name `vec`, ↔ commands.

A row is the command's number, then x, y, sweep, flag, radius, the plane's three angles, its origin, the sketch's scale,
two extents, operation, extent type; -1 stands where a command has no such argument. `cadlib/macro.py` of
https://github.com/ChrisWu1997/DeepCAD, revision ed8b8a6ceb342ad2bf1bb837a0c4aa2d0a91c877.
"""

import io
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sgpkit.errors import NotInstalled
from sgpkit.graphics.cad.dialects import arrays
from sgpkit.graphics.cad.dialects.deepcad import EXTENTS, OPERATIONS
from sgpkit.graphics.cad.dialects.text import MOST_COMMANDS, Argument, Command
from sgpkit.status import Rejected, Status

WIDTH = 17
NAMES = ("Line", "Arc", "Circle", "EOS", "SOL", "Ext")
COLUMNS = {"Line": (1, 2), "Arc": (1, 2, 3, 4), "Circle": (1, 2, 5), "EOS": (), "SOL": (), "Ext": tuple(range(6, 17))}
UNUSED = -1
INSTALL = "reading DeepCAD's .h5 files needs h5py: pip install 'sgpkit[cad]'"
_OPERATIONS = tuple(OPERATIONS)


def of_h5(content: bytes) -> tuple[Command, ...]:
    """Return the commands in an HDF5 file. Raises Rejected for a broken one, or one that reads other files."""
    try:
        import h5py
    except ImportError:
        raise NotInstalled(INSTALL) from None
    try:
        with h5py.File(io.BytesIO(content), "r") as file:
            link = file.get("vec", getlink=True)
            # A link, a virtual dataset and external storage all read other files of the machine.
            if link is not None and not isinstance(link, h5py.HardLink):
                raise Rejected(Status.UNSAFE, "'vec' is a link to elsewhere")
            if link is None or not isinstance(file["vec"], h5py.Dataset):
                raise Rejected(
                    Status.PARSE_ERROR, f"no dataset 'vec' in the file; there is: {', '.join(file) or 'none'}"
                )
            vectors = file["vec"]
            if vectors.is_virtual or vectors.external:
                raise Rejected(Status.UNSAFE, "the data of 'vec' are in another file")
            if vectors.shape is None or vectors.dtype.kind not in "iuf":
                raise Rejected(Status.PARSE_ERROR, f"expected numbers in 'vec', got {vectors.dtype}")
            if vectors.size > MOST_COMMANDS * WIDTH:
                raise Rejected(Status.TOO_LARGE, f"a dataset of shape {vectors.shape}")
            rows = vectors[()]
    except (OSError, RuntimeError, KeyError, ValueError, TypeError, MemoryError) as error:
        raise Rejected(Status.PARSE_ERROR, f"not an HDF5 file, or a broken one: {error}") from None
    return of_rows(rows)


def of_rows(rows: npt.ArrayLike) -> tuple[Command, ...]:
    """Return the commands of a table of rows. Padding after the first EOS is dropped."""
    try:
        table = np.asarray(rows)
    except ValueError:
        raise Rejected(Status.PARSE_ERROR, "the rows differ in length") from None
    if table.ndim != 2 or table.shape[1] != WIDTH or table.dtype.kind not in "iuf":
        raise Rejected(
            Status.PARSE_ERROR, f"expected rows of {WIDTH} numbers, got {table.dtype} of shape {table.shape}"
        )
    if len(table) > MOST_COMMANDS:
        raise Rejected(Status.TOO_LARGE, f"{len(table):,} rows; at most {MOST_COMMANDS:,} are read")
    commands: list[Command] = []
    for number, row in enumerate(table.tolist(), 1):
        commands.append(_command(row, number))
        if commands[-1].name == "EOS":
            break
    if not commands:
        raise Rejected(Status.PARSE_ERROR, "no rows")
    return tuple(commands)


def _command(row: list[float], number: int) -> Command:
    if any(not math.isfinite(value) or value != int(value) for value in row):
        raise Rejected(Status.PARSE_ERROR, f"row {number}: not all numbers are whole")
    kind = int(row[0])
    if not 0 <= kind < len(NAMES):
        raise Rejected(Status.PARSE_ERROR, f"row {number}: no command has the number {kind}")
    name = NAMES[kind]
    values: list[Argument] = [int(row[column]) for column in COLUMNS[name]]
    if name == "Ext":
        for index, known in ((9, _OPERATIONS), (10, EXTENTS)):
            chosen = int(row[6 + index])
            if not 0 <= chosen < len(known):
                raise Rejected(Status.PARSE_ERROR, f"row {number} (Ext): {chosen} is not a code of {', '.join(known)}")
            values[index] = known[chosen]
    return Command(name, tuple(values), number)


def to_rows(commands: Sequence[Command]) -> npt.NDArray[np.int64]:
    """Return the rows of checked commands, the inverse of `of_rows`."""
    table = np.full((len(commands), WIDTH), UNUSED, dtype=np.int64)
    for row, command in zip(table, commands, strict=True):
        row[0] = NAMES.index(command.name)
        numbers = [
            _OPERATIONS.index(value)
            if value in _OPERATIONS
            else EXTENTS.index(value)
            if isinstance(value, str)
            else value
            for value in command.arguments
        ]
        row[list(COLUMNS[command.name])] = numbers
    return table


def loaded(data: object) -> npt.ArrayLike:
    """Return an array, read from an `.npy` file if `data` is bytes; never an array of objects."""
    if not isinstance(data, bytes):
        return data  # type: ignore[return-value]  # of_rows looks at what it is
    arrays.head(data)
    try:
        rows: npt.ArrayLike = np.load(io.BytesIO(data), allow_pickle=False)
    except arrays.BROKEN as error:
        raise Rejected(Status.PARSE_ERROR, f"not a .npy file of numbers, or a broken one: {error}") from None
    return rows
