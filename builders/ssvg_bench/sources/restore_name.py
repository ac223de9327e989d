"""A compound's name as PubChem computes it, from the lower-cased systematic form that the `chemicals` package carries.

PubChem computes several names for a compound (https://pubchem.ncbi.nlm.nih.gov/docs/compound-properties); the package
carries the one called "Systematic", in lower case: `n-(4-oxidanylphenyl)ethanamide`. People read the one called
"Preferred": `N-(4-hydroxyphenyl)acetamide`. Capitals follow from their places in the grammar of names, and the words of
one style have their counterparts in the other. No one need trust this: every name is read back by OPSIN.
"""

import re
from itertools import pairwise

_WORDS = (
    ("oxidanylidene", "oxo"),
    ("azanylidene", "imino"),
    ("phenylazanyl", "anilino"),
    ("phenylcarbonyl", "benzoyl"),
    ("aminocarbonyl", "carbamoyl"),
    ("aminosulfonyl", "sulfamoyl"),
    ("phenylamino", "anilino"),
    ("oxidanyl", "hydroxy"),
    ("azanyl", "amino"),
    ("fluoranyl", "fluoro"),
    ("chloranyl", "chloro"),
    ("bromanyl", "bromo"),
    ("iodanyl", "iodo"),
    ("methanamide", "formamide"),
    ("methanoyl", "formyl"),
    ("methanoate", "formate"),
    ("methanoic acid", "formic acid"),
    ("ethanenitrile", "acetonitrile"),
    ("benzenecarbonitrile", "benzonitrile"),
    ("ethanoylamino", "acetamido"),
    ("ethanamide", "acetamide"),
    ("ethanoyl", "acetyl"),
    ("ethanoate", "acetate"),
    ("ethanoic acid", "acetic acid"),
)
"""Systematic word to preferred word, in the order of replacing: words that hold others come before them."""

_MULTIPLIERS = {
    "bis": "di",
    "tris": "tri",
    "tetrakis": "tetra",
    "pentakis": "penta",
    "hexakis": "hexa",
    "heptakis": "hepta",
    "octakis": "octa",
    "nonakis": "nona",
    "decakis": "deca",
    "undecakis": "undeca",
    "dodecakis": "dodeca",
    "tridecakis": "trideca",
    "tetradecakis": "tetradeca",
    "pentadecakis": "pentadeca",
    "hexadecakis": "hexadeca",
    "heptadecakis": "heptadeca",
}
_SIMPLE = ("hydroxy", "oxo", "imino", "amino", "fluoro", "chloro", "bromo", "iodo", "acetyl", "formyl", "benzyl")
_SIMPLE_WORD = "|".join(_SIMPLE)
_MULTIPLIED = re.compile(rf"\b({'|'.join(_MULTIPLIERS)})\(({_SIMPLE_WORD})\)")
_ALONE_IN_BRACKETS = re.compile(r"(?<=-)\((benzyl)\)")
_BENZYL = re.compile(r"(?<![a-z])phenylmethyl(?!id)")
_ANILINO = re.compile(r"\[\(([\d,]+-[a-z]+)phenyl\)amino\]")
_FLAT_BRACKET = re.compile(r"(?<!spiro)(?<!bi)\[([^()\[\]]*[a-z]{3}[^()\[\]]*(?:yl|oxy|o|ylidene))\]")

_STEREO = re.compile(r"\((?:\d*[a-z]?'*[rsez])(?:,\d*[a-z]?'*[rsez])*\)", re.IGNORECASE)
_STEREO_MARK = re.compile(r"[rsez](?=[,)])")
_INDICATED_HYDROGEN = re.compile(r"(?<=\d)([a-z]?'*)h(?=[-,)\]])")
_NUMBERED_LOCANT = re.compile(r"(?<![a-z\d'])([nosp])(\d+)('*)(?=[,-])")
_LETTER_LOCANT = re.compile(r"(?<![a-z'])([nosp])(?='*[,-])")
_LAMBDA = re.compile(r"\$l\^\{(\d+)\}")
_BEFORE_PARENT = re.compile(r"(?<=[a-z)\]])(?<!tert)(?<!spiro)(?<!\d[a-z])-(?=[a-z]{3,}(?:$|[\])]|-\d| ))")

_NOT_RESTORED = re.compile(r"[\\{};$~^]|\b[dl]-|-[dl]\b|anidyl|anylium|azanid")
"""Marks of names whose style is not carried over: polyspiro rings, salts, ions in the systematic style."""


def restore(name: str) -> str | None:
    """The name in PubChem's preferred style, or None if it cannot be derived from the systematic one."""
    name = _LAMBDA.sub(r"lambda\1", name)
    if not name or _NOT_RESTORED.search(name):
        return None
    for systematic, preferred in _WORDS:
        name = name.replace(systematic, preferred)
    name = _BENZYL.sub("benzyl", name)
    name = _MULTIPLIED.sub(lambda match: _MULTIPLIERS[match[1]] + match[2], name)
    name = _ALONE_IN_BRACKETS.sub(r"\1", name)
    name = _ANILINO.sub(r"(\1anilino)", name)
    name = _FLAT_BRACKET.sub(r"(\1)", name)
    name = _STEREO.sub(lambda match: _STEREO_MARK.sub(lambda mark: mark[0].upper(), match[0]), name)
    name = _INDICATED_HYDROGEN.sub(r"\1H", name)
    name = _NUMBERED_LOCANT.sub(r"\2\3-\1", name)
    name = _LETTER_LOCANT.sub(lambda match: match[0].upper(), name)
    # The systematic style sets a hyphen before the parent (1-methyl-2-nitro-benzene), the preferred one does not.
    name = _BEFORE_PARENT.sub(lambda match: "-" if _ends_in_stereo(name[: match.start()]) else "", name)
    return name if _prefixes_in_order(name) else None


def _ends_in_stereo(text: str) -> bool:
    return text.endswith(")") and _STEREO.fullmatch(text, text.rfind("(")) is not None


_BRACKET = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_LOCANT = r"(?:\d+[a-z]?'*H?|[NOSP]'*|\d+'*-[NOSP])"
_LOCANTS = re.compile(rf"-?{_LOCANT}(?:,{_LOCANT})*-")
_MULTIPLYING = re.compile(rf"^(?:{'|'.join(sorted(_MULTIPLIERS.values(), key=len, reverse=True))})(?={_SIMPLE_WORD})")
_SUFFIX = re.compile(r"(?:yl|ene|yne|en|yn|one|ol|amine|di|tri|tetra|carb)")


def _prefixes_in_order(name: str) -> bool:
    """Return whether prefixes that got another word are still in alphabetical order, as names have them."""
    while inner := _BRACKET.search(name):
        if not _level_in_order(inner[1]):
            return False
        # A prefix in brackets takes its place by its first letter, locants aside.
        letters = re.sub(r"[^a-z]", "", _LOCANTS.sub("", inner[1]))
        name = name[: inner.start()] + letters + name[inner.end() :]
    return _level_in_order(name)


def _level_in_order(level: str) -> bool:
    words = [_MULTIPLYING.sub("", word) for word in _LOCANTS.split(level) if word]
    return not any(
        before > after
        for before, after in pairwise(words)
        if (before.startswith(_SIMPLE) or after.startswith(_SIMPLE)) and not _SUFFIX.match(after)
    )
