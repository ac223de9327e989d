"""The program inside the sandbox of `scene`, which runs `removal` on one drawing per request.

A request is a line of JSON (lengths of the pieces, leaves, number of predicted pixels), then the pieces and the
predictions. An answer is a letter and its content: `s` the visible leaves and their masks; `r` status and reason as
JSON; `m` nothing, if the memory was exhausted. Answers are untrusted.
"""

import functools
import json
from collections.abc import Sequence

import numpy as np

from sgpkit.graphics.scene import painter, removal
from sgpkit.sandbox.workers import serving
from sgpkit.status import Rejected, Status


def request(
    pieces: Sequence[str],
    leaves: Sequence[removal.Leaf],
    predicted: removal.Predictions,
    plain: bool,
    lettered: bool,
) -> bytes:
    """Return the request for one drawing."""
    texts = [piece.encode() for piece in pieces]
    header = {
        "pieces": [len(text) for text in texts],
        "leaves": [[leaf.piece, leaf.hidden, leaf.box, leaf.proven, leaf.thin] for leaf in leaves],
        "predicted": len(predicted.at),
        "plain": plain,
        "lettered": lettered,
    }
    return b"".join([json.dumps(header).encode(), b"\n", *texts, *(array.tobytes() for array in predicted)])


def answer(content: bytes) -> bytes:
    """Return the answer to one request."""
    line, _, rest = content.partition(b"\n")
    header = json.loads(line)
    pieces, start = [], 0
    for length in header["pieces"]:
        pieces.append(rest[start : start + length].decode())
        start += length
    leaves = [
        removal.Leaf(piece, hidden, None if box is None else tuple(box), proven, thin)
        for piece, hidden, box, proven, thin in header["leaves"]
    ]
    count = header["predicted"]
    at, owners = (np.frombuffer(rest, np.int32, count, start + 4 * count * number) for number in (0, 1))
    colors = np.frombuffer(rest, np.uint8, 3 * count, start + 8 * count).reshape(count, 3)
    try:
        paint = functools.partial(painter.paint_square, plain=bool(header["plain"]))
        sketch = painter.sketch_square if header["lettered"] else None
        visibility = removal.find_visible(pieces, leaves, paint, removal.Predictions(at, owners, colors), sketch)
    except Rejected as rejected:
        return b"r" + json.dumps([rejected.status, rejected.reason]).encode()
    except MemoryError:
        return b"m"
    except BaseException as error:  # renderers raise many types; resvg's PanicException is not an Exception
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        return b"r" + json.dumps([Status.COMPILE_ERROR, f"resvg: {type(error).__name__}: {error}"[:300]]).encode()
    seen = [mask is not None for mask in visibility.masks]
    head = json.dumps({"blank": visibility.blank, "confirmed": visibility.confirmed, "seen": seen}).encode()
    return b"s" + head + b"\n" + b"".join(np.packbits(mask).tobytes() for mask in visibility.masks if mask is not None)


def prepare() -> None:
    """Do all lazy loading."""
    painter.paint_square('<text y="9">a</text>', 8, plain=False)
    painter.sketch_square('<text y="9">a</text>', 8)


def main() -> None:
    """Serve on standard input and output."""
    serving.main(prepare, answer)
