"""Runs inside the sandbox: call a function of scorer.py for each request on standard input, and print the scores.

A scorer of inspect_ai takes a state and a target. It gets a state with the request as its input and the drawing as its
output, and the reference as its target.
"""

import asyncio
import base64
import importlib.util
import inspect
import io
import json
import os
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

PICTURES = ("picture", "reference_picture")
LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
"""The values that inspect_ai gives to its letters: correct, partial, incorrect, no answer."""


def main() -> None:
    """Read the requests, call the function with the arguments that it names, and write a list of numbers."""
    name, *folders = sys.argv[1:]
    sys.path[:0] = folders
    output, sys.stdout = os.fdopen(os.dup(1), "w"), io.StringIO()  # the scorer's own output is not a score
    requests = json.load(sys.stdin)
    function = load(name)
    if not inspect.signature(function).parameters:  # a factory, as inspect_ai's `scorer` decorates
        function = function()
    scores = [call(function, request) for request in requests]
    json.dump(scores, output)
    output.flush()


def load(name: str) -> Callable[..., Any]:
    """Return the function of the scorer's file."""
    spec = importlib.util.spec_from_file_location("scorer", "scorer.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["scorer"] = module
    spec.loader.exec_module(module)
    function: Callable[..., Any] = getattr(module, name)
    return function


def call(function: Callable[..., Any], request: dict[str, str]) -> Any:
    """Return the score of one request, as a plain value; values with an attribute `value` are scores of inspect."""
    given: dict[str, Any] = {**request, **{key: base64.b64decode(request[key]) for key in PICTURES}}
    names = inspect.signature(function).parameters
    takes_all = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in names.values())
    arguments = {
        **given,
        **({"state": state(given), "target": Target(request["reference"])} if "state" in names else {}),
    }
    result = function(**{key: value for key, value in arguments.items() if takes_all or key in names})
    if inspect.iscoroutine(result):
        result = asyncio.run(result)
    result = getattr(result, "value", result)
    result = LETTERS.get(result, result) if isinstance(result, str) else result
    return result.item() if hasattr(result, "item") else result


def state(given: dict[str, Any]) -> SimpleNamespace:
    """Return an object with the attributes of a state that a scorer of inspect_ai reads."""
    text = given["drawing"]
    message = SimpleNamespace(role="assistant", content=text, text=text)
    return SimpleNamespace(
        input=given["prompt"],
        input_text=given["prompt"],
        user_prompt=SimpleNamespace(role="user", content=given["prompt"], text=given["prompt"]),
        messages=[message],
        output=SimpleNamespace(completion=text, message=message),
        metadata={key: given[key] for key in ("reference", *PICTURES)},
    )


class Target(list[str]):
    """A target in inspect_ai's form: a list of texts with the attribute `text`."""

    def __init__(self, text: str) -> None:
        super().__init__([text])
        self.text = text


main()
