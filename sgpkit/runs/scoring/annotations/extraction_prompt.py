"""The prompt for a model that reads a reply which names no letter: five worked examples, the options, the reply.

SGP-Bench's second way to read answers (its §5.2 and appendix E: a model shown five examples names the option), for
models that answer in prose. The words and examples are ours.
"""

from collections.abc import Sequence
from pathlib import Path

from sgpkit.benchmark import Messages, messages

LONGEST = 6_000
"""Number of characters shown from the end of a reply, where conclusions are."""

PROMPT = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").removesuffix("\n")


def ask(reply: str, labels: Sequence[str], texts: Sequence[str]) -> Messages:
    """Return the message that asks for the answer in a reply. Every line of the reply is quoted, so that none can pass
    for a part of the task."""
    answers = "\n".join(f"{label}) {text}".rstrip(" )") for label, text in zip(labels, texts, strict=True))
    quoted = "\n".join(f"> {line}" for line in reply.strip()[-LONGEST:].splitlines())
    return messages(PROMPT.format(answers=answers, reply=quoted))
