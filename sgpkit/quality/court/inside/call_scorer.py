"""Runs inside the sandbox: call a function of scorer.py for each request on standard input, and print the scores."""

import asyncio
import base64
import importlib.util
import inspect
import io
import json
import os
import sys
from collections.abc import Callable
from typing import Any

PICTURES = ("picture", "reference_picture")


def main() -> None:
    """Read the requests, call the function with what it names, and write a list of numbers."""
    name, *folders = sys.argv[1:]
    sys.path[:0] = folders
    output, sys.stdout = os.fdopen(os.dup(1), "w"), io.StringIO()  # what the scorer prints is no score
    requests = json.load(sys.stdin)
    function = load(name)
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
    given = {key: base64.b64decode(value) if key in PICTURES else value for key, value in request.items()}
    names = inspect.signature(function).parameters
    takes_all = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in names.values())
    result = function(**{key: value for key, value in given.items() if takes_all or key in names})
    if inspect.iscoroutine(result):
        result = asyncio.run(result)
    result = getattr(result, "value", result)
    return result.item() if hasattr(result, "item") else result


main()
