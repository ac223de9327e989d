"""Extract a Python program from a completion: the last fenced block that draws, or the unfenced text.

Every scan is linear in the length of the text, which is untrusted and may be long.
"""

import re
from collections.abc import Sequence

from sgpkit.extract.programs import fenced_blocks, without_program
from sgpkit.extract.visible import MAX_LENGTH, Answer, unreadable, without_thinking
from sgpkit.status import Rejected, Status

# A line that is Python rather than prose: an import, call, assignment, definition or block header.
CODE_LINE = re.compile(
    r"^[ \t]{0,80}(?:import[ \t]+\w|from[ \t]+[\w.]{1,80}[ \t]+import\b|(?:def|class)[ \t]+\w{1,80}[ \t]*[(:]"
    r"|(?:while|for|if|try|with)\b[^\n]{0,200}:|[A-Za-z_][\w.]{0,80}\(|[A-Za-z_]\w{0,80}[ \t]*=)",
    re.MULTILINE,
)
CALL = re.compile(r"\w[ \t]{0,8}\(")
IMPORT_LINE = re.compile(r"^[ \t]*(?:import|from)[ \t]+[\w.]+", re.MULTILINE)
FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)


def python_answer(completion: object, finish_reason: str = "stop", words: Sequence[str] = ()) -> Answer:
    """Return the program in a completion. Of several blocks, the last one with a call counts, preferably one with one
    of `words`, because models also show snippets and outputs."""
    if not isinstance(completion, str) or len(completion) > MAX_LENGTH:
        return unreadable(completion)
    visible, open_thought = without_thinking(completion)
    cut = finish_reason == "length"
    code, finished = last_python(visible, words)
    if code and (finished or not cut):
        return Answer(code, Status.OK)
    if code:
        return Answer(None, Status.TRUNCATED, "cut off by the token limit inside the program")
    return without_program(visible, open_thought, finish_reason, "Python")


def require_python(completion: object, finish_reason: str = "stop", words: Sequence[str] = ()) -> str:
    """Return the program in a completion. Raises `Rejected` with the status of the row."""
    answer = python_answer(completion, finish_reason, words)
    if answer.value is None:
        raise Rejected(answer.status, answer.reason)
    return answer.value


def last_python(text: str, words: Sequence[str]) -> tuple[str, bool]:
    """Return the program, or "", and whether its end was found."""
    blocks = list(fenced_blocks(text))
    if blocks:
        open_end = len(FENCE.findall(text)) % 2 == 1
        calling = [index for index, block in enumerate(blocks) if CALL.search(block)]
        fitting = [index for index in calling if any(word in blocks[index] for word in words)]
        for indices in (fitting, calling):
            if indices:
                index = indices[-1]
                return blocks[index], not (open_end and index == len(blocks) - 1)
    return unfenced_program(text), False


def unfenced_program(text: str) -> str:
    """Return the program after any prose in a text without fences, or "" if no line looks like Python."""
    first = CODE_LINE.search(text)
    if first is None:
        return ""
    before = text[: first.start()].strip()
    if not before:
        return text
    begin = IMPORT_LINE.search(text, first.start())  # after prose, the program starts with its imports
    # Without imports, the lines before may be part of it, such as a comment or a loop.
    return text[begin.start() :] if begin else text
