"""Sandboxes below strace, which tells what system calls of good programs do not exist in them."""

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from sgpkit.graphics import compiled
from sgpkit.sandbox.workers import bubblewrap

FALLS_BACK = {"clone3", "openat2", "memfd_create", "fchmodat2", "futex_waitv", "mbind"}
"""Calls that libraries replace by an older one or omit if they fail, as on older kernels."""


@contextmanager
def tracing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, modules: Sequence[ModuleType]
) -> Iterator[Callable[[], set[str]]]:
    """Run each sandbox of some modules below strace, and give a function that returns the calls that do not exist."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    result = bubblewrap.way()
    traces = folder / "traces"
    traces.mkdir(mode=0o777)
    wrapper = folder / "bwrap"
    wrapper.write_text(f'#!/bin/sh\nexec strace -f -qq -Z -o "{traces}/$$" "{result.program}" "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("SGPKIT_WORKERS", "1")
    monkeypatch.setenv("SGPKIT_SECONDS", "200")
    monkeypatch.setenv("SGPKIT_COMPILED", "off")
    monkeypatch.setattr(bubblewrap, "way", lambda: result._replace(program=str(wrapper)))
    for module in modules:
        module.close()
    compiled.MEMORY.forget()

    def missing() -> set[str]:
        for module in modules:
            module.close()
        content = "".join(path.read_text(errors="replace") for path in traces.iterdir())
        assert len(content) > 1000, "nothing was traced"
        return set(re.findall(r"^\d+ +(\w+)\(.*= -1 ENOSYS", content, re.MULTILINE))

    yield missing
    for module in modules:
        module.close()
