"""Read replies that repeat a yes-or-no question as a statement: "The boat is red." to "Is the boat red?"."""

import re
from collections.abc import Sequence

from sgpkit.extract import marks

AUXILIARIES = frozenset({"is", "are", "was", "were", "has", "have", "can", "will"})
"""Words that move from the start of the question into the statement without other changes. (After "does", the verb
would change too.)
"""

FILLERS = frozenset({"a", "an", "the", "indeed", "given", "provided"})
SYNONYMS = {"svg": "drawing", "picture": "drawing", "image": "drawing"}

SENTENCE_END = re.compile(r"(?<=[.!])\s+")
TAKES_BACK = frozenset(
    {"actually", "although", "but", "else", "except", "false", "however", "if", "incorrect", "instead", "no", "not"}
    | {"otherwise", "though", "true", "unless", "untrue", "wait", "whether", "would", "wrong", "yes"}
)

WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
LONGEST = 400
"""Maximum number of characters of a question and of a reply."""


def answer(text: str, question: str, options: Sequence[str]) -> str | None:
    """Return the letter of yes or no if a reply of one line starts with the question as a statement, or with its
    denial; None for other replies, questions and options. Later sentences may add a description, but not retract the
    statement.
    """
    meanings = [option.strip().rstrip(".").casefold() for option in options]
    if sorted(meanings) != ["no", "yes"]:
        return None
    asked = words(question.strip().rpartition("\n")[2]) if question.strip().endswith("?") else []
    lines = [line for line in text.split("\n") if marks.has_words(line)]
    if not asked or asked[0] not in AUXILIARIES or len(lines) != 1 or "?" in lines[0]:
        return None
    first, *later = SENTENCE_END.split(lines[0].strip(), maxsplit=1)
    if any(not words(sentence) or TAKES_BACK.intersection(words(sentence)) for sentence in later):
        return None
    reply = words(first)
    if states(reply, asked):
        return "AB"[meanings.index("yes")]
    denied = [index for index, word in enumerate(reply) if word == "not"]
    if len(denied) == 1 and "not" not in asked and states(reply[: denied[0]] + reply[denied[0] + 1 :], asked):
        return "AB"[meanings.index("no")]
    return None


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, with "not" for "n't", without articles and fillers, and one word
    for all kinds of drawings; none if the text is too long.
    """
    if len(text) > LONGEST:
        return []
    spelled = (word.group() for word in WORD.finditer(re.sub(r"n['’]t\b", " not", text.casefold())))
    return [SYNONYMS.get(word, word) for word in spelled if word not in FILLERS]


def states(reply: Sequence[str], asked: Sequence[str]) -> bool:
    """Return whether words are those of a question with its first word moved further back."""
    auxiliary, *rest = asked
    indices = [index for index, word in enumerate(reply) if word == auxiliary and index]
    return any([*reply[:index], *reply[index + 1 :]] == rest for index in indices)
