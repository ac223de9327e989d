"""The choice of a sandbox: bubblewrap, or a container of Docker or Podman where bubblewrap cannot work.

SGPKIT_SANDBOX=auto          bubblewrap where it works, else a container where one can be started (the default)
SGPKIT_SANDBOX=bubblewrap    nothing else
SGPKIT_SANDBOX=container     a container, also where bubblewrap works
"""

import functools
import os
import subprocess
from collections.abc import Sequence

from sgpkit.sandbox.workers import bubblewrap, bubblewrap_process, container, container_process
from sgpkit.sandbox.workers.bubblewrap import Contents, Unavailable, Way
from sgpkit.sandbox.workers.bubblewrap_process import BubblewrapProcess
from sgpkit.sandbox.workers.container import Engine
from sgpkit.sandbox.workers.container_process import ContainerProcess
from sgpkit.sandbox.workers.limits import Limits

SETTING = "SGPKIT_SANDBOX"
Process = BubblewrapProcess | ContainerProcess

CHOICES = ("auto", "bubblewrap", "container")


def way() -> Way | Engine:
    """Return the way to start sandboxes on this machine. Raises Unavailable, with what to do, where there is none."""
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
    """Return a container engine that has started a container from the image. Raises Unavailable where none has."""
    known = container.chosen()
    return _probed(known, os.environ.get("SGPKIT_SANDBOX_PYTHON", ""))


@functools.lru_cache(maxsize=8)
def _probed(known: Engine, python: str) -> Engine:
    plain = bubblewrap.contents({}, (), {}, 1 << 20)
    started = container_process.start(known, container.probe(), plain, Limits(seconds=container_process.STARTING))
    try:
        assert started.process.stdout is not None
        output = started.process.communicate(timeout=container_process.STARTING)[0]
    except subprocess.TimeoutExpired:
        raise Unavailable(container.advice(known, "the first container does not end")) from None
    finally:
        started.close()
    return container.with_python(known, output.decode(errors="replace"))


def forget() -> None:
    """Probe again at the next call, after something on the machine has changed."""
    bubblewrap.forget()
    _probed.cache_clear()
    container.forget()


def start(command: Sequence[str], contents: Contents, limits: Limits, collect: Sequence[str] = ()) -> Process:
    """Start `command` in a sandbox that the caller closes. Raises Unavailable where none starts."""
    sandbox = way()
    if isinstance(sandbox, Engine):
        return container_process.start(sandbox, command, contents, limits, collect)
    return bubblewrap_process.start(command, contents, limits, collect)
