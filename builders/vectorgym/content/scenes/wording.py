"""English articles, numbers and lists for descriptions."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
PLURALS = {
    "bookshelf": "bookshelves",
    "leaf": "leaves",
    "fish": "fish",
    "die": "dice",
    "girl with pigtails": "girls with pigtails",
    "computer mouse": "computer mice",
}


def counted(many: int) -> str:
    return NUMBERS[many] if many < len(NUMBERS) else str(many)


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


def number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else f"{value:g}"
