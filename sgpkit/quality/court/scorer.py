"""The user's own scorer as a metric: a function in a file, an HTTP endpoint, or an `evaluate` module.

    reward.py:score        called in the sandbox with the arguments that it names
    https://HOST/PATH      asked by POST with a JSON object; the reply is {"score": NUMBER}, or a number
    evaluate:NAME          a module that `evaluate.load` finds, called with predictions and references in this process,
                           outside the sandbox
    inspect:PATH.py:NAME   a scorer of inspect_ai: a function of a state and a target, or one that returns it

A function or endpoint gets the arguments that it names among `prompt` (the request), `drawing` (the program),
`reference` (its program), `picture` and `reference_picture` (PNG, in JSON as base64). Unless it is given, the range of
a scorer is from its mean for a blank page to that for the references.
"""

import base64
import json
import urllib.request
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError, first_line
from sgpkit.quality.court.metrics import Metric
from sgpkit.quality.court.pairs import SIZE, Pair, pictures
from sgpkit.sandbox.workers import python_files, sandbox
from sgpkit.status import Rejected

PACKAGES = ("numpy", "pillow", "scipy", "scikit-image", "lxml")
"""Packages that a function may import, if installed, in addition to Python's standard library."""

INSIDE = Path(__file__).parent / "inside" / "call_scorer.py"
SERVERS = ("http://", "https://")
TIMEOUT = 60.0
SAMPLED = 40
"""Number of pairs by which the range of a scorer is measured."""

BATCH = 256
"""Number of drawings that are scored in one sandbox, because a scorer's imports may take seconds."""

EACH, STARTING = 1.0, 60.0
"""Maximum processor time in seconds for one drawing, and for the scorer's imports."""


class ScorerFailed(UserError):
    """The scorer did not return a number."""


def metric(address: str, pairs: Sequence[Pair], limits: tuple[float, float] | None = None) -> Metric:
    """Return the scorer at an address as a metric of SVG drawings. Its range is `limits`, or from its mean for a blank
    page to its mean for the references of some pairs."""
    low, high = limits or measured_range(address, [pair for pair in pairs if pair.format == "svg"][:SAMPLED])
    if low == high:
        raise ScorerFailed(f"scorer {address}: a blank page and the references have the same score, {low:g}")
    waits = address.startswith(SERVERS)
    return Metric(address, partial(scores, address), lambda pair: pair.format == "svg", low, high, waits)


def measured_range(address: str, pairs: Sequence[Pair]) -> tuple[float, float]:
    """Return the mean scores of a blank page and of the references."""
    from sgpkit.baselines.adversarial import svg

    if not pairs:
        raise UserError(f"scorer {address}: there are no SVG pairs to try it on")
    blank = scores(address, pairs, [svg.blank()] * len(pairs))
    best = scores(address, pairs, [str(pair.row["code"]) for pair in pairs])
    return sum(blank) / len(blank), sum(best) / len(best)


def scores(address: str, pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
    """Return the scores of answers to pairs. Raises ScorerFailed with the scorer's own error."""
    if address.startswith(SERVERS):
        return [by_http(address, request) for request in requests(pairs, answers)]
    kind, _, name = address.partition(":")
    if kind == "evaluate":
        return by_module(name, pairs, answers)
    path, _, function = (name if kind == "inspect" else address).rpartition(":")
    if not path or not function.isidentifier():
        raise UserError(f"scorer {address!r}: expected PATH.py:FUNCTION, a URL, evaluate:NAME, or inspect:PATH.py:NAME")
    return by_function(Path(path), function, requests(pairs, answers), kind == "inspect")


def requests(pairs: Sequence[Pair], answers: Sequence[str]) -> list[dict[str, Any]]:
    """Return the arguments of a scorer for each answer, pictures as base64."""
    format = pairs[0].format
    painted = pictures(answers, format, SIZE)
    return [
        {
            "prompt": pair.prompt,
            "drawing": answer,
            "reference": str(pair.row["code"]),
            "picture": encoded(picture),
            "reference_picture": base64.b64encode(pair.row["image"]).decode("ascii"),
        }
        for pair, answer, picture in zip(pairs, answers, painted, strict=True)
    ]


def encoded(picture: Any) -> str:
    """Return a picture as PNG in base64; a white page for a drawing that cannot be painted."""
    import numpy as np

    from sgpkit.graphics import raster

    pixels = np.full((SIZE, SIZE, 3), 255, np.uint8) if isinstance(picture, Rejected) else picture
    return base64.b64encode(raster.png(pixels)).decode("ascii")


# --- functions --------------------------------------------------------------------------------------------------------


def by_function(path: Path, function: str, asked: Sequence[Mapping[str, Any]], inspect: bool = False) -> list[float]:
    """Call a function of a file in the sandbox, without a network, once per answer."""
    if not path.is_file():
        raise UserError(f"scorer {path}: there is no such file")
    values: list[float] = []
    for begin in range(0, len(asked), BATCH):
        values += in_sandbox(path, function, asked[begin : begin + BATCH], inspect)
    return values


def in_sandbox(path: Path, function: str, asked: Sequence[Mapping[str, Any]], inspect: bool) -> list[float]:
    """Call a function for some answers in one sandbox."""
    packages = python_files.packages(*PACKAGES, *(("inspect-ai",) if inspect else ()))
    seconds = STARTING + EACH * len(asked)
    limits = sandbox.Limits(seconds=seconds, cpu_seconds=seconds)
    command = [str(python_files.interpreter()), "-s", "-P", "-S", "-B", str(INSIDE), function, *packages.folders]
    result = sandbox.run(
        command,
        {"scorer.py": path.read_bytes()},
        limits,
        read_only=[INSIDE, *python_files.interpreter_paths(), *packages.paths],
        stdin=json.dumps(list(asked)).encode(),
    )
    if not result.succeeded:
        lines = result.stderr.decode("utf-8", "replace").strip().splitlines()
        ended = result.ended is sandbox.Ended.EXITED
        reason = lines[-1] if ended and lines else f"{result.ended.reason(limits)}, for {len(asked)} drawings"
        raise ScorerFailed(f"scorer {path}:{function}: {reason:.300}")
    return [number(value, f"{path}:{function}") for value in json.loads(result.stdout)]


def number(value: Any, scorer: str) -> float:
    """Return a score as a number. Raises ScorerFailed for anything else."""
    if isinstance(value, bool | int | float) and value == value and abs(value) != float("inf"):
        return float(value)
    raise ScorerFailed(f"scorer {scorer}: expected a number, got {value!r:.80}")


# --- servers and modules ----------------------------------------------------------------------------------------------


def by_http(address: str, asked: Mapping[str, Any]) -> float:
    """Ask an endpoint for the score of one answer."""
    body = json.dumps(asked).encode()
    posted = urllib.request.Request(address, body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(posted, timeout=TIMEOUT) as reply:
            read = json.loads(reply.read(1 << 20))
    except (OSError, ValueError) as error:
        raise ScorerFailed(f"scorer {address}: {first_line(error):.200}") from None
    return number(read.get("score") if isinstance(read, dict) else read, address)


def by_module(name: str, pairs: Sequence[Pair], answers: Sequence[str]) -> list[float]:
    """Score answers by an `evaluate` module; its result has a list `scores`, or a number if there is one answer."""
    import evaluate

    module = evaluate.load(name)
    references = [str(pair.row["code"]) for pair in pairs]
    result = module.compute(predictions=list(answers), references=references)
    if isinstance(result.get("scores"), list):
        return [number(value, name) for value in result["scores"]]
    return [
        number(next(iter(module.compute(predictions=[answer], references=[reference]).values())), name)
        for answer, reference in zip(answers, references, strict=True)
    ]
