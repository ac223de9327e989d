"""Extraction of a Python program from a completion: the last fenced block that draws, or the unfenced text.

Every scan is linear in the text, since the text is a model's and may be long and hostile.
"""

import re
from collections.abc import Sequence

from sgpkit.extract.programs import fenced_blocks
from sgpkit.extract.visible import MAX_LENGTH, REFUSAL, Answer, unreadable, without_thinking
from sgpkit.status import Rejected, Status

# A line that is Python and hardly prose: an import, a call, an assignment, a definition, a block's head.
CODE_LINE = re.compile(
    r"^[ \t]{0,80}(?:import[ \t]+\w|from[ \t]+[\w.]{1,80}[ \t]+import\b|(?:def|class)[ \t]+\w{1,80}[ \t]*[(:]"
    r"|(?:while|for|if|try|with)\b[^\n]{0,200}:|[A-Za-z_][\w.]{0,80}\(|[A-Za-z_]\w{0,80}[ \t]*=)",
    re.MULTILINE,
)
CALL = re.compile(r"\w[ \t]{0,8}\(")
IMPORT_LINE = re.compile(r"^[ \t]*(?:import|from)[ \t]+[\w.]+", re.MULTILINE)
FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)


def python_answer(completion: object, finish_reason: str = "stop", words: Sequence[str] = ()) -> Answer:
    """Return the program in a completion: of several blocks the last that calls something, preferably one that holds
    one of `words`, since models show snippets and outputs too."""
    if not isinstance(completion, str) or len(completion) > MAX_LENGTH:
        return unreadable(completion)
    visible, open_thought = without_thinking(completion)
    cut = finish_reason == "length"
    code, finished = last_python(visible, words)
    if code and (finished or not cut):
        return Answer(code, Status.OK)
    if code:
        return Answer(None, Status.TRUNCATED, "cut off by the token limit inside the program")
    if open_thought:
        return Answer(None, Status.TRUNCATED, "the thinking never ends")
    if cut:
        return Answer(None, Status.TRUNCATED, "cut off by the token limit before any program")
    if not visible.strip():
        reason = "no completion for this row in the replayed file" if finish_reason == "missing" else "empty answer"
        return Answer(None, Status.NO_ANSWER, reason)
    if REFUSAL.match(visible):
        return Answer(None, Status.REFUSED, f"refusal: {visible.strip()[:80]!r}")
    return Answer(None, Status.NO_ANSWER, f"no Python program in the answer: {visible.strip()[:60]!r}")


def require_python(completion: object, finish_reason: str = "stop", words: Sequence[str] = ()) -> str:
    """Return the program in a completion. Raises `Rejected` with the status that the row gets."""
    answer = python_answer(completion, finish_reason, words)
    if answer.value is None:
        raise Rejected(answer.status, answer.reason)
    return answer.value


def last_python(text: str, words: Sequence[str]) -> tuple[str, bool]:
    """Return the program, "" for none, and whether its end is there, which it always is without fences."""
    blocks = list(fenced_blocks(text))
    if blocks:
        open_end = len(FENCE.findall(text)) % 2 == 1
        calling = [index for index, block in enumerate(blocks) if CALL.search(block)]
        fitting = [index for index in calling if any(word in blocks[index] for word in words)]
        for indices in (fitting, calling):
            if indices:
                index = indices[-1]
                return blocks[index], not (open_end and index == len(blocks) - 1)
    return bare(text), False


def bare(text: str) -> str:
    """Return the program in text without fences, after any prose; "" where no line looks like Python."""
    first = CODE_LINE.search(text)
    if first is None:
        return ""
    before = text[: first.start()].strip()
    if not before:
        return text
    begin = IMPORT_LINE.search(text, first.start())  # of prose and program, the program begins with its imports
    # Without them, what comes before may be its first lines, such as a comment or a loop.
    return text[begin.start() :] if begin else text
