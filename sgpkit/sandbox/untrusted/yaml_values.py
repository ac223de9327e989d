"""YAML that strangers wrote: cards, errata, settings. Its anchors can make a few lines stand for any amount."""

import re
from pathlib import Path
from typing import Any

MAX_CHARACTERS = 4 * 2**20
MAX_DEPTH = 50
MAX_DIGITS = 100
MAX_NODES = 500_000
"""Nodes of a document, each alias counted as all that it stands for."""

NUMBER = re.compile(r"[-+.]?[0-9][-+0-9a-fA-FxXoO_:.]*")
"""Numbers in any form, of base 60 too, the reading of which takes the square of their length."""


def load(text: str) -> Any:
    """Return the value that a text of YAML stands for, without its tags. Raises ValueError for what `check` refuses,
    and YAMLError."""
    import yaml

    check(text)
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def read(path: Path) -> Any:
    """Return the value in a file of YAML. Raises ValueError and YAMLError as `load` does."""
    if path.stat().st_size > 4 * MAX_CHARACTERS:
        raise ValueError(f"it has {path.stat().st_size:,} bytes; at most {4 * MAX_CHARACTERS:,} are read")
    return load(path.read_text(encoding="utf-8"))


def check(text: str) -> None:
    """Raise ValueError for a text that is long, or stands for a value that is nested deep, has many nodes or very long
    numbers or holds itself, by its events alone: what they stand for is never made."""
    import yaml

    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"it has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read")
    sizes: dict[str, tuple[int, int]] = {}  # nodes and depth of what an anchor names
    stack: list[tuple[str, int, int]] = [("", 0, 0)]  # anchor, nodes, and the depth of the deepest inside
    for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        if isinstance(event, yaml.AliasEvent):
            if any(event.anchor == anchor for anchor, _, _ in stack):
                raise ValueError("it holds a value that holds itself")
            nodes, depth = sizes.get(event.anchor or "", (1, 1))
        elif isinstance(event, yaml.ScalarEvent):
            nodes, depth = 1, 1
            if len(event.value) > MAX_DIGITS and (event.tag or event.implicit[0]) and NUMBER.fullmatch(event.value):
                raise ValueError(f"a number in it has more than {MAX_DIGITS} digits")
            sizes[event.anchor or ""] = nodes, depth
        elif isinstance(event, yaml.CollectionStartEvent):
            stack.append((event.anchor or "", 1, 0))
            if len(stack) > MAX_DEPTH + 1:
                raise ValueError(f"it is nested more than {MAX_DEPTH} deep")
            continue
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, nodes, inside = stack.pop()
            depth = inside + 1
            sizes[anchor] = nodes, depth
        else:
            continue
        anchor, sum_, deepest = stack[-1]
        stack[-1] = anchor, sum_ + nodes, max(deepest, depth)
        if stack[-1][1] > MAX_NODES:
            raise ValueError(f"it stands for more than {MAX_NODES:,} values")
        if len(stack) - 1 + depth > MAX_DEPTH:
            raise ValueError(f"it is nested more than {MAX_DEPTH} deep")
