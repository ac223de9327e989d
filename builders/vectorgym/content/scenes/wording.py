"""English that descriptions need: articles, numbers, lists."""

from collections.abc import Sequence

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
PLURALS = {
    "bookshelf": "bookshelves",
    "leaf": "leaves",
    "fish": "fish",
    "die": "dice",
    "girl with pigtails": "girls with pigtails",
    "computer mouse": "computer mice",
}
ALWAYS_PLURAL = ("glasses", "sunglasses", "headphones", "rays", "waves", "teeth", "earrings", "freckles", "cherries")
ALREADY = ("a ", "an ", "the ", "some ", "two ", "three ", "a pair of ")


def counted(many: int) -> str:
    return NUMBERS[many] if many < len(NUMBERS) else str(many)


def with_article(noun: str) -> str:
    head = noun.split(" of ")[0].split(" with ")[0]
    if noun.startswith(ALREADY) or head.endswith(ALWAYS_PLURAL):
        return noun
    return f"{article(noun)} {noun}"


def article(word: str) -> str:
    vowel = word[:1].lower() in "aeiou" and not word.startswith(("uni", "one", "u-"))
    return "an" if vowel or word.startswith("hour") else "a"


def listed(items: Sequence[str]) -> str:
    if len(items) <= 1:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def plural(noun: str) -> str:
    if noun in PLURALS:
        return PLURALS[noun]
    head, of, rest = noun.partition(" of ")
    if of:
        return f"{plural(head)} of {rest}"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def quoted(text: str) -> str:
    return f"“{text}”"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else f"{value:g}"
