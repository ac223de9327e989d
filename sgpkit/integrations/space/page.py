"""The page of a metric's demo, in Gradio: a form of cases, and below it the metric's result."""

import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import evaluate
import gradio

from sgpkit import __version__
from sgpkit.integrations.space import example, judgement
from sgpkit.integrations.space.example import Example, Option, as_json

LINES = 5
LANGUAGES = {"svg": "html", "tikz": "latex", "turtle": "python", "rabbit": "python", "any-language": "python"}
WIDTHS = ("70px", "90px", "130px", "420px")
"""The widths of the columns for case, score, status and reason; the other columns share the remaining width."""

API_NAME = "judge"
WAITING = 20
"""Maximum number of waiting visitors; one is served at a time."""


def page(module: Path) -> gradio.Blocks:
    """Return the page of the metric in this module."""
    shown = example.read(module.parent)
    metric = evaluate.load(str(module), keep_in_memory=True)
    slots = len(shown.cases) + 1

    def judged(*put_in: Any) -> tuple[Any, ...]:
        texts, options = put_in[: slots * len(shown.fields)], put_in[slots * len(shown.fields) :]
        fields = iter(map(text_of, texts))
        cases = [{name: next(fields) for name in shown.fields} for _ in range(slots)]
        answer = judgement.judge(metric, shown, cases, dict(zip(shown.options, options, strict=True)))
        table = {"headers": list(answer.headers), "data": [list(line) for line in answer.lines]}
        figures = {"headers": ["figure", "value"], "data": [list(line) for line in answer.figures]}
        return gradio.update(value=answer.message, visible=bool(answer.message)), figures, table, list(answer.pictures)

    with gradio.Blocks(title=shown.title, analytics_enabled=False) as made:
        gradio.Markdown(f"# {shown.title}\n\n{metric.description}")
        fields = [field for slot in range(slots) for field in case_fields(shown, slot)]
        with gradio.Row():
            options = [option_field(name, option) for name, option in shown.options.items()]
        button = gradio.Button("Judge", variant="primary")
        message = gradio.Textbox(label="not judged", interactive=False, lines=1, visible=False)
        table = gradio.Dataframe(
            label="each case", interactive=False, wrap=True, datatype="str", column_widths=list(WIDTHS)
        )
        pictures = gradio.Gallery(
            label="what is drawn", columns=4, object_fit="contain", height="auto", visible=bool(shown.drawn)
        )
        figures = gradio.Dataframe(label="all together", interactive=False, wrap=True, datatype="str")
        with gradio.Accordion("Inputs and outputs of the metric", open=False):
            gradio.Markdown(f"```text\n{inspect.cleandoc(metric.inputs_description)}\n```")
        gradio.Markdown(f"sgpkit {__version__}")
        button.click(judged, [*fields, *options], [message, figures, table, pictures], api_name=API_NAME)
    made.queue(max_size=WAITING)
    return made


def case_fields(shown: Example, slot: int) -> Sequence[gradio.components.Component]:
    """Return one case's fields; the slot after the last case of the example is empty."""
    case = shown.cases[slot] if slot < len(shown.cases) else None
    note = f": {case.note}" if case else ": your input; ignored if empty"
    gradio.Markdown(f"**Case {slot + 1}**{note}")
    with gradio.Row():
        return [
            field(shown, name, f"{name} {slot + 1}", case.fields.get(name, "") if case else "") for name in shown.fields
        ]


def field(shown: Example, name: str, label: str, value: str) -> gradio.components.Component:
    """Return the input of one field."""
    if name not in shown.drawn:
        return gradio.Textbox(value, label=label, lines=2, max_lines=3 * LINES)
    defaults = {name: option.value for name, option in shown.options.items()}
    language = LANGUAGES.get(shown.format_of(name, defaults))
    return gradio.Code(value, language=language, label=label, lines=LINES, max_lines=3 * LINES)


def option_field(name: str, option: Option) -> gradio.components.Component:
    """Return the input of one option."""
    if option.choices:
        return gradio.Dropdown(list(option.choices), value=option.value, label=name)
    if isinstance(option.value, int | float):
        precision = 0 if isinstance(option.value, int) else None
        return gradio.Number(
            option.value, label=name, minimum=option.minimum, maximum=option.maximum, precision=precision
        )
    return gradio.Code(as_json(option.value), language="json", label=name, lines=3)


def text_of(put_in: Any) -> str:
    """Return an input as text."""
    return put_in if isinstance(put_in, str) else ""
