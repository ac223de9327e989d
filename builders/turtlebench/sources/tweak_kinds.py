"""The kinds of tweak that a published instruction asks for: the data do not say, so they are read from its words.

The paper's five kinds (appendix C.4); an instruction may ask for two.
"""

import re

WORDS = {
    "deletion": r"remov|without|delet|eras|only (?:draws|the|keep|its)|exclud|with only",
    "insertion": r"\badd|insert|fill|\+|circumscrib|inscrib|slices|divid|connect|attach|extends? each|complet|puts?\b",
    "rotation": r"rotat(?:e|ing)|\bturn(?:s|ed)? .{0,40}(?:degrees|left|right|clockwise)",
    "reflection": r"upside[ -]?down|mirror|reflect|flip|invert|\bfacing (?:in|out)ward",
    "generalisation": r"instead of|increas|decreas|number of|replac|\bchanges?\b|same pattern|doubl|twice",
}
_PATTERNS = {kind: re.compile(words, re.IGNORECASE) for kind, words in WORDS.items()}


def kinds(instruction: str) -> tuple[str, ...]:
    """Return at most two kinds, in the order of the table; () where no word matches."""
    return tuple(kind for kind, words in _PATTERNS.items() if words.search(instruction))[:2]
