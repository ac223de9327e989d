"""Failing inputs: made small, and written where a person will look."""

import hashlib
import re
import time
from pathlib import Path

from tools import ROOT
from tools.fuzz.judge import Fault, judged
from tools.fuzz.target import Target

FOUND = ROOT / "tools" / "fuzz" / "found"
PATIENCE = 60.0  # seconds on the clock for making one input small


def minimised(target: Target, data: bytes, fault: Fault) -> bytes:
    """The input without the pieces that the fault does not need: halves, quarters, … then single bytes."""
    until = time.monotonic() + PATIENCE
    size = len(data) // 2
    while size and time.monotonic() < until:
        start = 0
        while start < len(data) and time.monotonic() < until:
            shorter = data[:start] + data[start + size :]
            again = judged(target, shorter)
            if again is not None and again.key == fault.key:
                data = shorter
            else:
                start += size
        size //= 2
    return data


def kept(target: Target, data: bytes, fault: Fault) -> Path:
    """Writes input and account, and returns the input's path."""
    name = re.sub(r"[^\w.-]+", "_", f"{fault.key}-{hashlib.sha256(data).hexdigest()[:8]}")
    folder = FOUND / target.name
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.input"
    path.write_bytes(data)
    path.with_suffix(".txt").write_text(
        f"{fault.key}\n{data[:300]!r}\n\n{fault.traceback}", "utf-8", "backslashreplace"
    )
    return path


class Finder:
    """Judges inputs, and keeps the first of every kind of fault."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.tried = 0
        self.faults: dict[str, Path] = {}

    def __call__(self, data: bytes) -> None:
        self.tried += 1
        fault = judged(self.target, data)
        if fault is None or fault.key in self.faults:
            return
        self.faults[fault.key] = kept(self.target, data, fault)  # at once, should making it small go wrong
        small = minimised(self.target, data, fault)
        if small != data:
            again = judged(self.target, small) or fault
            self.faults[fault.key].unlink()
            self.faults[fault.key].with_suffix(".txt").unlink()
            self.faults[fault.key] = kept(self.target, small, again)
        print(f"{self.target.name}: {fault.key}: {self.faults[fault.key]}", flush=True)
