"""The viewer gate on icons drawn by people: its time, the share that the quick check decides, and what is refused.

The icons are those of the sets in the user's cache, or in the folder that ICONS names (Iconify sets).
"""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sgpkit import user_cache
from sgpkit.benchmark import Skipped
from sgpkit.families.shared import icon_sets
from sgpkit.graphics import gate
from sgpkit.graphics.gate import quick
from sgpkit.status import Rejected, Status
from tools.bench.measure import Figure, at_least, at_most

MOST_REFUSED = 0.3
"""Percentage of icons."""


def figures() -> Iterator[Figure]:
    folder = Path(os.environ.get("ICONS") or user_cache.folder() / "packages")
    codes = {name: icons for name, icons in sets(folder) if icons}
    every = [code for icons in codes.values() for code in icons]
    if not every:
        print(f"no icon sets in {folder}; name a folder: ICONS=FOLDER")
        return
    count = len(every)
    whole = processor_seconds(lambda: [refusal(code) for code in every])
    yield at_most(f"the gate on {count:,} icons, mean", 1e3 * whole / count, 0.3, "ms")
    sufficing = dict.fromkeys(codes, 0)
    looked = processor_seconds(
        lambda: sufficing.update({name: sum(map(is_quick, icons)) for name, icons in codes.items()})
    )
    yield Figure("the quick check, mean", 1e6 * looked / count, "µs", "", True)
    yield at_least("icons for which the quick check suffices", 100 * sum(sufficing.values()) / count, 90, "%")
    for name, icons in codes.items():
        yield Figure(f"    of {len(icons):,} in {name}", 100 * sufficing[name] / len(icons), "%", "", True)
    refused = Counter(reason for code in every if (reason := refusal(code)))
    yield at_most("icons that are refused", 100 * refused.total() / count, MOST_REFUSED, "%")
    for reason, times in refused.most_common():
        yield Figure(f"    {reason[:58]}", times, "", "", True)


def sets(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the programs of each set in a folder."""
    for file in icon_sets.candidates(folder):
        icons = icon_sets.icon_set(file) if icon_sets.looks_like_a_set(file) else Skipped(file.name, "no icon set")
        if not isinstance(icons, Skipped):
            yield icons["prefix"], list(programs(icons))


def programs(icons: Mapping[str, Any]) -> Iterator[str]:
    """Yield the icons of a set that it defines."""
    for name in icons["icons"]:
        try:
            yield icon_sets.program(icons, name)
        except ValueError:
            continue


def processor_seconds(work: Callable[[], object]) -> float:
    """Return the processor time of some work, since icons are too many to repeat them until the machine is quiet."""
    start = time.process_time()
    work()
    return time.process_time() - start


def is_quick(code: str) -> bool:
    return quick.suffices(code, may_have_styles=True)


def refusal(code: str) -> str:
    """Return the kind of construct for which the gate refuses a drawing, without names and numbers, or ""."""
    try:
        gate.text(code)
    except Rejected as rejected:
        return rejected.reason.partition(" (")[0] if rejected.status is Status.UNSUPPORTED else ""
    return ""
