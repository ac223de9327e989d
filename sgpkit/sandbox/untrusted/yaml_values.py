"""Read untrusted YAML: cards, errata, settings. Aliases can make a few lines expand to any amount of data."""

import re
from pathlib import Path
from typing import Any

MAX_CHARACTERS = 4 * 2**20
MAX_DEPTH = 50
MAX_DIGITS = 100
MAX_NODES = 500_000
"""Maximum number of nodes of a document, aliases expanded."""

NUMBER = re.compile(r"[-+.]?[0-9][-+0-9a-fA-FxXoO_:.]*")
"""A number in any form, including base 60; parsing one takes quadratic time."""


def load(text: str) -> Any:
    """Return the value of a YAML text. Raises ValueError if `check` refuses it, and YAMLError if it is invalid."""
    import yaml

    check(text)
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def read(path: Path) -> Any:
    """Return the value in a YAML file. Raises ValueError and YAMLError as `load` does."""
    if path.stat().st_size > 4 * MAX_CHARACTERS:
        raise ValueError(f"it has {path.stat().st_size:,} bytes; at most {4 * MAX_CHARACTERS:,} are read")
    return load(path.read_text(encoding="utf-8"))


def check(text: str) -> None:
    """Raise ValueError for a text that is too long, nested too deep, has too many nodes, very long numbers, or a value
    that contains itself. Only the parser's events are examined; no value is constructed."""
    import yaml

    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"it has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read")
    sizes: dict[str, tuple[int, int]] = {}  # anchor: nodes and depth of its value
    stack: list[tuple[str, int, int]] = [("", 0, 0)]  # anchor, nodes and greatest depth so far of each open collection
    for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        if isinstance(event, yaml.AliasEvent):
            if any(event.anchor == anchor for anchor, _, _ in stack):
                raise ValueError("a value contains itself")
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
            raise ValueError(f"it expands to more than {MAX_NODES:,} values")
        if len(stack) - 1 + depth > MAX_DEPTH:
            raise ValueError(f"it is nested more than {MAX_DEPTH} deep")
