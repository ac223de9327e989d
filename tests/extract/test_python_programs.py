"""Python programs in completions."""

import pytest

from sgpkit.extract.python_programs import python_answer, require_python
from sgpkit.status import Rejected, Status

CODE = "import turtle\nturtle.forward(100)\n"

READ = {
    "nothing but a program": (CODE, CODE),
    "a fenced program": (f"Here:\n```python\n{CODE}```\nIt draws a line.", CODE),
    "another fence": (f"~~~py\n{CODE}~~~", CODE),
    "the last that draws": (f"```python\nx = 1\n```\n```python\n{CODE}```\n```bash\npip install x(1)\n```\n```\n(100.0, 0.0)\n```", CODE),
    "none of the words": ("```python\nprint(1)\n```\n```\nno code\n```", "print(1)\n"),
    "prose before imports": (f"This is how it goes:\n{CODE}", CODE),
    "prose that calls something": (f"Use forward(x) to move.\n{CODE}", CODE),
    "begins with a comment": ("# a line\nt.forward(100)", "# a line\nt.forward(100)"),
    "begins with a loop": ("for i in range(4):\n    t.forward(i)", "for i in range(4):\n    t.forward(i)"),
    "after the thinking": (f"<think>```python\nt.back(1)\n```</think>```python\n{CODE}```", CODE),
    "an open fence": (f"```python\n{CODE}", CODE),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_a_program_is_read(name):
    completion, expected = READ[name]
    assert require_python(completion, words=("turtle",)) == expected


UNREAD = {
    "prose": ("A triangle has three sides.", "stop", Status.NO_ANSWER),
    "prose with an announcement": ("The answer is a square. Its sides are equal", "stop", Status.NO_ANSWER),
    "empty": (" \n", "stop", Status.NO_ANSWER),
    "not there": ("", "missing", Status.NO_ANSWER),
    "no text": (7, "stop", Status.NO_ANSWER),
    "an empty block": ("```python\n```", "stop", Status.NO_ANSWER),
    "refused": ("Sorry, I cannot help with that.", "stop", Status.REFUSED),
    "cut off": ("```python\nimport turtle\nturtle.forw(", "length", Status.TRUNCATED),
    "cut off in prose": ("First we look at", "length", Status.TRUNCATED),
    "endless thinking": ("<think>t.forward(1)", "stop", Status.TRUNCATED),
    "enormous": ("x" * 8_000_001, "stop", Status.TOO_LARGE),
}


@pytest.mark.parametrize("name", UNREAD)
def test_where_there_is_none_the_status_says_why(name):
    completion, reason, status = UNREAD[name]
    assert python_answer(completion, reason).status is status
    with pytest.raises(Rejected):
        require_python(completion, reason)


def test_a_finished_block_counts_though_the_rest_is_cut():
    assert python_answer(f"```python\n{CODE}```\nThis dra", "length").value == CODE


@pytest.mark.parametrize(
    "piece", ["a", " ", "\t", "(", "a.", "import ", "```\n", "if a", "~~~", "\n", "a=", "from a\n", "x("]
)
def test_reading_is_linear_in_the_text(piece):
    python_answer((piece * 4_000_000)[:4_000_000])  # a quadratic reader would not finish
