"""Extract a drawing's program from a completion: from fenced blocks or prose, complete or cut off.

If an answer has several drawings, the last one counts, in every format: the last complete program, and the last page or
graph of a program with several. Models that work in steps write the final version last.

Every scan is linear in the length of the text, which is untrusted and may be long.
"""

from collections.abc import Iterator

from sgpkit.extract.visible import MAX_LENGTH, REFUSAL, Answer, unreadable, without_thinking
from sgpkit.graphics import formats
from sgpkit.graphics.formats import Format, Program
from sgpkit.status import Rejected, Status


def code_answer(completion: object, format: str, finish_reason: str = "stop") -> Answer:
    """Return the last program in a completion.

    An unfinished program is returned if there is no other, so that its format's reader can explain the error; if the
    token limit cut it off, the status is `truncated`.
    """
    language = formats.get(format)
    if not isinstance(completion, str) or len(completion) > MAX_LENGTH:
        return unreadable(completion)
    visible, open_thought = without_thinking(completion)
    program = last_program(visible, language)
    cut = finish_reason == "length"
    if program is not None and (program.finished or not cut):
        return Answer(program.text, Status.OK)
    if program is not None:
        return Answer(None, Status.TRUNCATED, "cut off by the token limit inside the program")
    return without_program(visible, open_thought, finish_reason, format.upper())


def without_program(visible: str, open_thought: bool, finish_reason: str, language: str) -> Answer:
    """Return the status of a completion without a program."""
    if open_thought:
        return Answer(None, Status.TRUNCATED, "the thinking never ends")
    if finish_reason == "length":
        return Answer(None, Status.TRUNCATED, "cut off by the token limit before any program")
    if not visible.strip():
        reason = "no completion for this row in the replayed file" if finish_reason == "missing" else "empty answer"
        return Answer(None, Status.NO_ANSWER, reason)
    if REFUSAL.match(visible):
        return Answer(None, Status.REFUSED, f"refusal: {visible.strip()[:80]!r}")
    return Answer(None, Status.NO_ANSWER, f"no {language} program in the answer: {visible.strip()[:60]!r}")


def code(text: str, format: str) -> str | None:
    """Return the program in a completion, or None."""
    return code_answer(text, format).value


def require_code(completion: object, format: str, finish_reason: str = "stop") -> str:
    """Return the program in a completion. Raises `Rejected` with the status of the row."""
    answer = code_answer(completion, format, finish_reason)
    if answer.value is None:
        raise Rejected(answer.status, answer.reason)
    return answer.value


def last_program(text: str, language: Format) -> Program | None:
    """Return the last complete program, preferring fenced blocks to prose, else the first unfinished one."""
    if text.startswith("<svg ") and text.endswith("</svg>") and text.count("<svg") == text.count("</svg") == 1:
        return Program(text, True) if language.name == "svg" else None  # the text is just a program
    if language.find is None:
        return last_block(text, language)
    for pieces in (list(fenced_blocks(text)), [text]):
        whole = [program for piece in pieces for program in language.programs(piece) if program.finished]
        if whole:
            return whole[-1]
    for block in formats.fences(text):
        for program in language.programs(block.text):
            return program._replace(finished=block.closed)  # a block that is closed was not cut off
    return next(iter(language.programs(text)), None)


def last_block(text: str, language: Format) -> Program | None:
    """Return the last code block in the format's language, else the last one without a language."""
    blocks = list(formats.fences(text))
    for wanted in (language.fences, ("",)):
        fitting = [Program(block.text, block.closed) for block in blocks if block.language in wanted]
        closed = [program for program in fitting if program.finished]
        if fitting:
            return closed[-1] if closed else fitting[0]
    return None


def fenced_blocks(text: str) -> Iterator[str]:
    """Yield the contents of Markdown code fences; the last one may be unclosed."""
    return (block.text for block in formats.fences(text))
