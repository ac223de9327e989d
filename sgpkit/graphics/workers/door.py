"""Which sandbox a program is started in: bubblewrap, or a container where there is no bubblewrap.

SGPKIT_SANDBOX=auto          bubblewrap where it works, else a container where one can be started (the default)
SGPKIT_SANDBOX=bubblewrap    nothing else
SGPKIT_SANDBOX=container     a container, also where bubblewrap works
"""

import functools
import os
import subprocess
from collections.abc import Sequence

from sgpkit.graphics.workers import box, bubblewrap, container, container_box
from sgpkit.graphics.workers.box import Box, Limits
from sgpkit.graphics.workers.bubblewrap import Contents, Unavailable, Way
from sgpkit.graphics.workers.container import Engine
from sgpkit.graphics.workers.container_box import Container

SETTING = "SGPKIT_SANDBOX"
CHOICES = ("auto", "bubblewrap", "container")


def way() -> Way | Engine:
    """Raises Unavailable where there is neither, with what to do for both."""
    wanted = os.environ.get(SETTING, "").strip().lower() or "auto"
    if wanted not in CHOICES:
        raise Unavailable(f"{SETTING}={wanted[:40]!r}: expected one of {', '.join(CHOICES)}")
    if wanted == "container":
        return engine()
    try:
        return bubblewrap.way()
    except Unavailable as missing:
        if wanted == "bubblewrap":
            raise
        try:
            return engine()
        except Unavailable as neither:
            raise Unavailable(f"{missing}\nAnd there is no container to run it in instead: {neither}") from None


def engine() -> Engine:
    """One that was seen to start a container from the image."""
    known = container.chosen()
    return _probed(known, os.environ.get("SGPKIT_SANDBOX_PYTHON", ""))


@functools.lru_cache(maxsize=8)
def _probed(known: Engine, python: str) -> Engine:
    plain = bubblewrap.contents({}, (), {}, 1 << 20)
    started = container_box.start(known, container.probe(), plain, Limits(seconds=container_box.STARTING))
    try:
        assert started.process.stdout is not None
        said = started.process.communicate(timeout=container_box.STARTING)[0]
    except subprocess.TimeoutExpired:
        raise Unavailable(container.advice(known, "the first container does not end")) from None
    finally:
        started.close()
    return container.with_python(known, said.decode(errors="replace"))


def forget() -> None:
    """Probe again at the next call, after something on the machine has changed."""
    bubblewrap.forget()
    _probed.cache_clear()
    container.forget()


def start(command: Sequence[str], contents: Contents, limits: Limits, collect: Sequence[str] = ()) -> Box | Container:
    found = way()
    if isinstance(found, Engine):
        return container_box.start(found, command, contents, limits, collect)
    return box.start(command, contents, limits, collect)
