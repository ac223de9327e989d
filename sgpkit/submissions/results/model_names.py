"""Names of models: a normal form for each, and a check that none looks like another's.

A name is in its normal form (NFKC), without leading, trailing or repeated blanks, with visible characters only, and
with letters of one script, except that Chinese, Japanese and Korean may be mixed with Latin (the "highly restrictive"
level of Unicode's UTS 39). Names are compared without case, and similar characters are unified: Cyrillic and Greek
letters that look Latin, accents, and the digits 0 and 1, which look like o and l. Blanks, dashes and underscores count
only between two digits, and several of them as one: gpt-4, gpt_4, gpt 4 and gpt4 look alike, llama-3-8b and llama-38b
do not.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sgpkit.errors import UserError
from sgpkit.submissions import manifest as manifests
from sgpkit.submissions import submission as submissions

LOOKS_LATIN: Mapping[str, str] = {
    # Cyrillic, lower case
    **dict(zip("абвгезѕіјкһӏмнопрстухьѵѡүԁԍԛԝ", "a6bre3sijkhlmhonpctyxbvwydgqw", strict=True)),
    # Greek, lower case
    **dict(zip("αβγειηκνοπρστυχω", "abyeinkvonpotuxw", strict=True)),
    # strokes of Chinese, and letters of Bopomofo
    **dict(zip("丨ㄒㄚ", "lty", strict=True)),
    # digits, and letters that look like one another
    **dict(zip("01|ıⅼ", "ollll", strict=True)),
    "i": "l",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "þ": "p",
    "ĸ": "k",
    "ŋ": "n",
    "ł": "l",
    "ħ": "h",
    "ŧ": "t",
    "ɡ": "g",
    "ɑ": "a",
}
"""The appearance of characters, after NFKC and without case: the frequent lines of Unicode's confusables.txt."""

LOST_BY_FOLDING = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧßẞ", "abezhikmnoptyxbb")
"""Letters that look Latin, but whose case folding does not: Greek capitals, and ß, which becomes ss."""

SCRIPTS = {
    *("LATIN", "GREEK", "CYRILLIC", "CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"),
    *("ARABIC", "HEBREW", "THAI"),
}
"""The scripts that names may use. Several other scripts have letters that look Latin: ᏀᏢᎢ is Cherokee, and ꓖꓑꓔ is
Lisu.
"""

SAME_SIGN = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—−﹘_一ーㄧ", "-"),
        **dict.fromkeys("ノ丿", "/"),
        **dict(zip("ロエトニハタカヘリ", "口工卜二八夕力へり", strict=True)),
    }
)
"""Dashes, slashes, and letters of Katakana that look like Chinese or Hiragana ones."""

LOST_SEPARATOR = re.compile(r"(?<![ol2-9])-|-(?![ol2-9])")
"""A dash that is not between two digits, or letters that digits look like."""

LOOKS_LIKE_TWO = str.maketrans({"m": "rn", "w": "vv"})
"""Letters that look like two others."""

BESIDE_LATIN = ({"CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO"}, {"CJK", "HANGUL"})
"""Scripts that may be mixed in one name, with each other and with Latin."""

LONGEST = 200


class Named(NamedTuple):
    """A name as given, the location of its owner, and the user who submitted it."""

    name: str
    location: str
    submitter: str = ""


def problem(name: str) -> str:
    """Return the reason why a name is not in normal form, or "". An empty name has no problem."""
    if len(name) > LONGEST:
        return f"has {len(name):,} characters; the limit is {LONGEST}"
    if hidden := next((letter for letter in name if is_hidden(letter)), ""):
        return f"contains {described(hidden)}, which is not visible"
    if name != " ".join(name.split()):
        return "has blanks at an end, or several in a row"
    if name != (normal := unicodedata.normalize("NFKC", name)):
        return f"is not in its normal form (NFKC), {normal!r}"
    if marks := [letter for letter in name if unicodedata.category(letter) in ("Mn", "Me")]:
        return f"contains {described(marks[0])}, a mark on another character"
    if rare := next((letter for letter in name if is_rare(letter)), ""):
        return f"contains {described(rare)}; expected letters of usual alphabets, and ASCII digits and punctuation"
    scripts = {script(letter) for letter in name if unicodedata.category(letter)[0] == "L"}
    if len(scripts) > 1 and not any(scripts <= {"LATIN", *group} for group in BESIDE_LATIN):
        odd = {kind: next(letter for letter in name if script(letter) == kind) for kind in sorted(scripts)}
        return "mixes scripts: " + ", ".join(f"{letter!r} is {kind.title()}" for kind, letter in odd.items())
    return ""


def is_hidden(letter: str) -> bool:
    """Return whether a character is invisible or moves others: control and format characters, and unusual blanks."""
    category = unicodedata.category(letter)
    fillers = "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5"
    variation = "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
    return category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or letter in fillers or variation


def is_rare(letter: str) -> bool:
    """Return whether a character is neither ASCII nor a letter of a usual alphabet: most others look like common ones,
    such as Latin letters of phonetic alphabets, and parts of Korean syllables."""
    if letter.isascii():
        return False
    if "\u1100" <= letter <= "\u11ff" or "\ua960" <= letter <= "\ua97f" or "\ud7b0" <= letter <= "\ud7ff":
        return True
    base = unicodedata.normalize("NFD", letter)[0]
    kind = script(letter)
    return unicodedata.category(letter)[0] != "L" or kind not in SCRIPTS or (kind == "LATIN" and base > "\u017f")


def described(letter: str) -> str:
    """Return a character by its number and name."""
    return f"U+{ord(letter):04X} {unicodedata.name(letter, 'without a name')}"


def script(letter: str) -> str:
    """Return the script of a letter: the first word of its name in Unicode, without its width or form."""
    words = unicodedata.name(letter, "NONE").split()
    return next(
        (word for word in words if word not in ("FULLWIDTH", "HALFWIDTH", "MODIFIER", "SMALL", "CAPITAL")), "NONE"
    )


def skeleton(name: str) -> str:
    """Return the skeleton of a name: names with the same skeleton look the same."""
    folded = unicodedata.normalize("NFKC", name).translate(LOST_BY_FOLDING).casefold()
    bare = unicodedata.normalize("NFD", folded).translate(SAME_SIGN)
    visible = (letter for letter in bare if not is_hidden(letter) and not unicodedata.combining(letter))
    looks = "".join("-" if letter.isspace() else LOOKS_LATIN.get(letter, letter) for letter in visible)
    looks = "".join(LOOKS_LATIN.get(letter, letter) for letter in looks)
    return LOST_SEPARATOR.sub("", re.sub("-+", "-", looks)).translate(LOOKS_LIKE_TWO)


def below(folder: Path, besides: Sequence[Path] = ()) -> list[Named]:
    """Return the names of the models of the submissions in a folder, except the submissions to check and unreadable
    ones.
    """
    left_out = {path.resolve() for path in besides}
    names = []
    for path in submissions.find(folder):
        if path.resolve() not in left_out:
            with suppress(UserError):
                stated = manifests.read(path / manifests.FILE)
                names.append(Named(stated.model.id, f"{path.parent.name}/{path.name}", stated.submitter))
    return names


def refusal(name: str, known: Sequence[Named]) -> str:
    """Return the reason, with both names, why a name is refused because of a known one, or ""."""
    for item, other in look_alikes([Named(name, "")], known):
        return f"the model's name {item.name!a:.80} looks like {other.name!a:.80} of {other.location}"
    return ""


def look_alikes(names: Iterable[Named], known: Sequence[Named] = ()) -> Iterator[tuple[Named, Named]]:
    """Yield the names that look like another one but differ from it, each with that other one. Names that are `known`
    are accepted, or else the most frequent name, with ASCII preferred. If several remain, none of them is accepted,
    since nothing shows which one imitates the other.
    """
    first: dict[str, Named] = {}
    for item in known:
        first.setdefault(skeleton(item.name), item)
    groups: dict[str, list[Named]] = {}
    for item in names:
        groups.setdefault(skeleton(item.name), []).append(item)
    for looks, group in groups.items():
        rivals = [first[looks]] if looks in first else most_frequent(group)
        for item in sorted(group, key=lambda item: (item.name, item.location)):
            other = next((rival for rival in rivals if rival.name != item.name), None)
            if other is not None and item not in known:
                yield item, other


def most_frequent(names: Sequence[Named]) -> list[Named]:
    """Return the most frequent names, only those in ASCII if any, without duplicates."""
    count = Counter(item.name for item in names)
    rank = {name: (times, name.isascii()) for name, times in count.items()}
    best = max(rank.values())
    chosen: dict[str, Named] = {}
    for item in sorted(names, key=lambda item: (item.name, item.location)):
        if rank[item.name] == best:
            chosen.setdefault(item.name, item)
    return list(chosen.values())
