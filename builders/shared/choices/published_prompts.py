"""The prompts in SGP-Bench's repository (`common.py`, `mnist_eval.py`) as texts of ours.

Their templates have one place, `{Question}`, for the program and the question, which are apart in our rows. What is
before it becomes the beginning of the prompt, and the options or the form of the answer its end. Layout as of
github.com/sgp-bench/sgp-bench at e790639.
"""

from collections.abc import Mapping
from pathlib import Path

from sgpkit.benchmark.sources import python_texts
from sgpkit.errors import UserError

PLACE, OPTIONS = "{Question}", "A) {A}\nB) {B}\nC) {C}\nD) {D}"
CHOICE = ("common.py", "QUERY_TEMPLATE_MULTICHOICE")
DIGIT = ("mnist_eval.py", "QUERY_TEMPLATE")


def choices(repository: Path, mode: str = "", setting: str = "") -> Mapping[str, str]:
    """Return the texts for questions with options."""
    before, after = template(repository, *CHOICE)
    return (
        shown(before)
        | {"choice": f"Question: {{question}}\n\n{after.replace(OPTIONS, '{options}').strip()}"}
        | NO_GUIDES
    )


def parts(repository: Path, mode: str = "", setting: str = "") -> Mapping[str, str]:
    """Return the texts for questions about CAD programs, whose hint on the syntax is behind the program."""
    texts = choices(repository)
    with_hint = {name: f"{texts[name]}\n\n{{hint}}" for name in ("shown-code", "shown-both")}
    return {**texts, **with_hint}


def digits(repository: Path, mode: str = "", setting: str = "") -> Mapping[str, str]:
    """Return the texts for handwritten digits."""
    before, after = template(repository, *DIGIT)
    return shown(before) | {"digit": f"Question: {{question}}\n\n{escaped(after.strip())}"} | NO_GUIDES


NO_GUIDES = {"cot": "", "direct": ""}
"""The templates themselves say how to answer."""


def template(repository: Path, name: str, variable: str) -> tuple[str, str]:
    """Return the text before and after the question in a template. Raises UserError if the template has no question."""
    file = next(iter(sorted(repository.rglob(name))), None)
    if file is None:
        raise UserError(f"{repository} has no {name}; expected SGP-Bench's repository")
    text = python_texts.read(file).get(variable, "")
    if not isinstance(text, str) or PLACE not in text:
        raise UserError(f"{file} has no text {variable} with {PLACE}; expected SGP-Bench's repository")
    before, _, after = text.partition(PLACE)
    return before.strip(), after


def shown(before: str) -> dict[str, str]:
    """Return the beginning of a prompt in each mode."""
    program = f"{escaped(before)}\n\n{{code}}"
    return {"shown-code": program, "shown-image": escaped(before), "shown-both": program}


def escaped(text: str) -> str:
    """Return a text as a format string without placeholders."""
    return text.replace("{", "{{").replace("}", "}}")
