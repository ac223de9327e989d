"""The kinds of tweak that a published instruction asks for: the data do not say, so they are read from its words.

The paper's five kinds (appendix C.4); an instruction may ask for two. Instructions without a word of a kind are
labelled by hand in `tweaks_by_hand.toml`.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

WORDS = {
    "deletion": r"remov|without|delet|eras|only (?:draws|the|keep|its)|exclud|with only",
    "insertion": r"\badd|insert|fill|\+|circumscrib|inscrib|slices|divid|connect|attach|extends? each|complet|puts?\b",
    "rotation": r"rotat(?:e|ing)|\bturn(?:s|ed)? .{0,40}(?:degrees|left|right|clockwise)",
    "reflection": r"upside[ -]?down|mirror|reflect|flip|invert|\bfacing (?:in|out)ward",
    "generalisation": r"instead of|increas|decreas|number of|replac|\bchanges?\b|same pattern|doubl|twice",
}
_PATTERNS = {kind: re.compile(words, re.IGNORECASE) for kind, words in WORDS.items()}


UNCHANGED, UNKNOWN, COMBINED = "unchanged", "unknown", "combined"


def kinds(instruction: str) -> tuple[str, ...]:
    """Return at most two kinds, in the order of the table; () where no word matches."""
    return tuple(kind for kind, words in _PATTERNS.items() if words.search(instruction))[:2]


def of_task(name: str, instruction: str) -> tuple[str, tuple[str, ...]]:
    """Return the kind of the task ID-NUMBER in one word, and its kinds. Labels by hand count where no word matches."""
    chosen = kinds(instruction) or by_hand().get(name, ())
    if len(chosen) == 1:
        return chosen[0], chosen
    if chosen:
        return COMBINED, chosen
    return UNCHANGED if name in by_hand() else UNKNOWN, ()


@cache
def by_hand() -> Mapping[str, tuple[str, ...]]:
    """Return the kinds that were labelled by hand."""
    text = resources.files(__package__).joinpath("tweaks_by_hand.toml").read_text(encoding="utf-8")
    return {name: tuple(labels) for name, labels in tomllib.loads(text).items()}
