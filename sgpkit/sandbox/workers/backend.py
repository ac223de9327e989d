"""Choose the sandbox: bubblewrap, or a container of Docker or Podman where bubblewrap does not work.

SGPKIT_SANDBOX=auto          bubblewrap if it works, else a container (the default) SGPKIT_SANDBOX=bubblewrap    only
bubblewrap SGPKIT_SANDBOX=container     a container, even if bubblewrap works
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
    """Return the way to start sandboxes on this machine. Raises Unavailable, with what to do, if there is none."""
    wanted = os.environ.get(SETTING, "").strip().lower() or "auto"
    if wanted not in CHOICES:
        raise Unavailable(f"{SETTING}={wanted[:40]!r}: expected one of {', '.join(CHOICES)}")
    if wanted == "container":
        return engine()
    try:
        return bubblewrap.way()
    except Unavailable as no_bubblewrap:
        if wanted == "bubblewrap":
            raise
        try:
            return engine()
        except Unavailable as no_container:
            raise Unavailable(f"{no_bubblewrap}\nA container cannot be used either: {no_container}") from None


def engine() -> Engine:
    """Return a container engine that can start the image. Raises Unavailable if there is none."""
    return _probe_engine(container.find_engine(), os.environ.get("SGPKIT_SANDBOX_PYTHON", ""))


@functools.lru_cache(maxsize=8)
def _probe_engine(engine: Engine, python: str) -> Engine:
    plain = bubblewrap.contents({}, (), {}, 1 << 20)
    started = container_process.start(engine, container.probe(), plain, Limits(seconds=container_process.START_SECONDS))
    try:
        assert started.process.stdout is not None
        output = started.process.communicate(timeout=container_process.START_SECONDS)[0]
    except subprocess.TimeoutExpired:
        raise Unavailable(container.advice(engine, "the first container does not end")) from None
    finally:
        started.close()
    return container.with_python(engine, output.decode(errors="replace"))


def forget() -> None:
    """Clear all caches, after something on the machine has changed."""
    bubblewrap.forget()
    _probe_engine.cache_clear()
    container.forget()


def start(command: Sequence[str], contents: Contents, limits: Limits, collect: Sequence[str] = ()) -> Process:
    """Start `command` in a sandbox that the caller must close. Raises Unavailable if it does not start."""
    sandbox = way()
    if isinstance(sandbox, Engine):
        return container_process.start(sandbox, command, contents, limits, collect)
    return bubblewrap_process.start(command, contents, limits, collect)
