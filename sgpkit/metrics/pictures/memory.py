"""Cache of renderings by content: in memory up to a limit, and in a folder if one is given.

The key of a rendering is the drawing's text, the size and the renderer. Refusals are cached in memory only, and
timeouts not at all, since another try may be faster. Cached arrays are shared, and therefore read-only.
"""

import hashlib
import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

import numpy as np

from sgpkit.graphics.raster import Pixels, versions
from sgpkit.status import Rejected, Status

CAPACITY = 96 << 20
"""Maximum size in bytes, for some 480 pictures of 224 pixels with alpha. A worker that uses twice as much memory is
replaced.
"""

_ENTRY = 1_000  # approximate bytes of an entry in addition to its picture and text

Key = tuple[str | bytes, int, str]
"""A drawing's program or a picture's bytes, the size of the rendering, and the renderer, which is "" for a picture."""


class Memory:
    """A cache of the most recently used pictures."""

    def __init__(self, size: int = CAPACITY) -> None:
        self._size = size
        self.forget()
        os.register_at_fork(after_in_child=self.forget)  # a lock held by another thread would stay locked in the child

    def forget(self) -> None:
        """Drop every picture."""
        self._lock = threading.Lock()
        self._known: OrderedDict[Key, Pixels | Rejected] = OrderedDict()
        self._held = 0

    def get(self, key: Key, paint: Callable[[], Pixels]) -> Pixels:
        """Return the cached picture of this key, or render and cache it; raise Rejected if rendering is rejected."""
        known = self.known(key)
        if known is None:
            try:
                known = paint()
            except Rejected as rejected:
                known = rejected
            known = self.keep(key, known)
        if isinstance(known, Rejected):
            raise known
        return known

    def known(self, key: Key) -> Pixels | Rejected | None:
        """Return the cached value of this key, or None."""
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
        return fresh(known) if isinstance(known, Rejected) else known

    def keep(self, key: Key, outcome: Pixels | Rejected) -> Pixels | Rejected:
        """Cache a picture, which becomes read-only, or a refusal other than a timeout; return it."""
        if isinstance(outcome, Rejected):
            outcome = fresh(outcome)
            if outcome.status is not Status.TIMEOUT:
                self._hold(key, outcome)
            return fresh(outcome)
        outcome.flags.writeable = False
        self._hold(key, outcome)
        return outcome

    def _hold(self, key: Key, outcome: Pixels | Rejected) -> None:
        with self._lock:
            if key in self._known:
                return
            self._known[key] = outcome
            self._held += weight(key, outcome)
            while self._held > self._size:
                self._held -= weight(*self._known.popitem(last=False))


def fresh(rejected: Rejected) -> Rejected:
    """Return a refusal without a traceback, which keeps frames alive."""
    return Rejected(rejected.status, rejected.reason)


def weight(key: Key, outcome: Pixels | Rejected) -> int:
    """Return the approximate size of an entry in bytes."""
    return len(key[0]) + _ENTRY + (0 if isinstance(outcome, Rejected) else outcome.nbytes)


def from_folder(folder: Path, code: str, size: int, renderer: str, paint: Callable[[], Pixels]) -> Pixels:
    """Return the picture from the folder, or paint it and write it there. A file that is not a picture is replaced.
    CairoSVG uses the fonts of the machine, so its pictures belong to one machine.
    """
    from PIL import Image

    name = hashlib.sha256(
        f"{versions.describe(renderer)}; straight alpha\n{size}\n{code}".encode(errors="surrogatepass")
    ).hexdigest()
    path = folder / name[:2] / f"{name}.png"
    try:
        with Image.open(path) as image:
            if image.mode == "RGBA" and image.size == (size, size):
                return np.array(image)
    except (OSError, SyntaxError, ValueError):  # raised by Pillow for other files and truncated ones
        pass
    pixels = paint()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}.part")
    Image.fromarray(pixels).save(part, "PNG", compress_level=1)
    part.replace(path)
    return pixels
