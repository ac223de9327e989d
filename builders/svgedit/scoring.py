"""Completions → scores: proof of edits and repairs, bytes saved where the drawing is to stay, the published metrics.

    correct      1 if two renderers paint the answer as they paint the wanted drawing, and the scenes agree
    done, kept   changed as asked, everything else unchanged (by the scenes)
    resvg, cairo 1 if that renderer paints the wanted picture
    page         1 if viewers fit the drawing into its page as they fit the wanted one, neither distorted nor cut off
    tidy         1 if no more is left in the program that cannot be seen than in the wanted one
    still        1 if nothing moves or depends on the viewer (animations, media queries) that does not in the wanted one
    minimal      of a correct answer, how many tokens of the program the wanted change touches, by how many the answer's
                 does; at most 1
    saved        bytes saved, as a share of what the given program has

A repair may be written in any way; the published grader of SVGenius asks for the very text (`same_text`). Its metrics
of optimisation do not ask whether the drawing is the same; here nothing counts unless it is.
"""

import difflib
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from sgpkit import statistics
from sgpkit.benchmark import Completion, Part, Row, Score, Unit
from sgpkit.graphics import gate
from sgpkit.graphics.raster import Pixels
from sgpkit.graphics.scene import Scene
from sgpkit.statistics import Estimate
from sgpkit.status import Rejected, Status

from . import comparing, published_metrics

LEAST_SAVED = 0.01
"""The share of bytes below which a program has not become shorter."""

MAX_TOKENS = 4000
"""Tokens of a program beyond which its changes are not counted."""

FIGURES: Mapping[str, Part] = {
    **dict.fromkeys(("mse", "ssim", "rmse"), Part(Unit())),
    "psnr": Part(Unit("dB", bounded=False)),
    "rld": Part(Unit("×", bounded=False)),
    "compression_ratio": Part(Unit("×", bounded=False)),
}

PARTS = ("done", "kept", "resvg", "cairo", "page", "tidy", "still", "minimal")
FAILURES: Mapping[str, str] = {
    "page": "viewers fit it into its page differently",
    "tidy": "invisible elements are left in the program",
    "still": "it moves, or viewers show it differently",
}
"""Messages about the parts that a picture does not show."""

Rows = Sequence[Row]


def edit(rows: Rows, completions: Sequence[Completion]) -> list[Score]:
    """Score edited drawings, with SVGenius' metrics of style editing: `rmse`, the square root of the removed share of
    the given drawing's error, and `rld`, the distance of the text from the target, relative to that of the given
    text."""
    from sgpkit.metrics import pictures

    programs = pictures.svg_programs(completions)
    before = [Completion(str(row["code"])) for row in rows]
    similar = similarity([*completions, *before], [*map(target_of, rows)] * 2)
    scores = proofs(rows, programs, similar[: len(rows)])
    results = []
    for row, score, program, start in zip(rows, scores, programs, similar[len(rows) :], strict=True):
        answer = program if isinstance(program, str) and score.status is Status.OK else ""
        extra = {
            "rmse": published_metrics.relative_mse(score.parts["mse"], published(start)["mse"]) if answer else 0.0,
            "rld": published_metrics.relative_distance(row["code"], target_of(row), answer),
        }
        results.append(replace(score, parts={**score.parts, **extra}))
    return results


def fix(rows: Rows, completions: Sequence[Completion]) -> list[Score]:
    """Score repaired programs; whether the text is the very original is the published accuracy."""
    scores, programs = scored(rows, completions)
    return [
        replace(score, parts={**score.parts, "same_text": float(spaced(program) == spaced(target_of(row)))})
        for row, score, program in zip(rows, scores, programs, strict=True)
    ]


def optimise(rows: Rows, completions: Sequence[Completion]) -> list[Score]:
    """Score shortened programs: bytes saved by those that could be, if the drawing is the same. If the possible number
    is unknown, the saved share."""
    scores, programs = scored(rows, completions)
    results = []
    for row, score, program in zip(rows, scores, programs, strict=True):
        if isinstance(program, Rejected):
            results.append(replace(score, parts={**score.parts, "saved": 0.0, "compression_ratio": 1.0}))
            continue
        given, ours = size_of(row["code"]), size_of(program)
        saved = max(0.0, 1 - ours / given)
        could = 1 - size_of(row["target"]) / given if row["target"] else 1.0
        equal = all(score.parts[name] == 1 for name in ("resvg", "cairo", "page", "still"))
        whole = score.parts["done"] == score.parts["kept"] == 1
        equal = equal and (whole or not loses_details(program, target_of(row)))
        value = min(1.0, saved / could) if equal and saved >= LEAST_SAVED else 0.0
        reason = f"{saved:.1%} of the bytes saved; the drawing is {'the same' if equal else 'another'}"
        parts = {**score.parts, "saved": saved, "compression_ratio": ours / given}
        results.append(Score(value, parts, score.status, reason))
    return results


def scored(rows: Rows, completions: Sequence[Completion]) -> tuple[list[Score], list[str | Rejected]]:
    """Return the proof of each answer, with the similarity that the papers report, and its program."""
    from sgpkit.metrics import pictures

    programs = pictures.svg_programs(completions)
    return proofs(rows, programs, similarity(completions, [target_of(row) for row in rows])), programs


def similarity(completions: Sequence[Completion], targets: Sequence[str]) -> list[Score]:
    """Return the similarity of answers to wanted drawings that the papers report, worked out once for equal pairs."""
    from sgpkit.metrics.pictures import svg_similarity

    pairs = list(zip(completions, targets, strict=True))
    answers, wanted = zip(*dict.fromkeys(pairs), strict=True) if pairs else ((), ())
    similar = svg_similarity.score(answers, wanted, renderer=comparing.RENDERERS[1])
    known = dict(zip(zip(answers, wanted, strict=True), similar, strict=True))
    return [known[pair] for pair in pairs]


def proofs(rows: Rows, programs: Sequence[str | Rejected], similar: Sequence[Score]) -> list[Score]:
    """Return the proof of each program, given its similarity to the wanted one."""
    from sgpkit.graphics.scene import fitting

    targets = [target_of(row) for row in rows]
    allowed = [gate.allowed_by(row["code"], target) for row, target in zip(rows, targets, strict=True)]
    by_renderer = [equal_pictures(programs, targets, renderer, allowed) for renderer in comparing.RENDERERS]
    scores = []
    for row, program, shares, other in zip(rows, programs, zip(*by_renderer, strict=True), similar, strict=True):
        rejected = next((value for value in (program, *shares) if isinstance(value, Rejected)), None)
        if rejected is not None or not isinstance(program, str):
            assert rejected is not None
            scores.append(Score.rejected(rejected, {**dict.fromkeys(PARTS, 0.0), **published(other)}))
            continue
        try:
            (answer, shapes), (target, wanted) = seen(program), seen(target_of(row))
            outcome = comparing.compare(start_of(row), wanted, shapes)
            shortened = row["task"] == "optimise"
            extra = {
                "page": fitting.alike(answer, target)
                and not (shortened and fitting.size(answer) != fitting.size(target)),
                "tidy": comparing.unseen(answer) <= comparing.unseen(target),
                "still": is_still(program, target_of(row))
                and (answer.document.namespaced or not target.document.namespaced or not shortened),
            }
        except Rejected as unread:
            scores.append(Score.rejected(unread, {**dict.fromkeys(PARTS, 0.0), **published(other)}))
            continue
        scores.append(
            proven(row, program, outcome, extra, [share for share in shares if isinstance(share, float)], other)
        )
    return scores


def proven(
    row: Row,
    program: str,
    outcome: comparing.Outcome,
    extra: Mapping[str, bool],
    shares: Sequence[float],
    other: Score,
) -> Score:
    """Return the score of an answer that could be painted and read."""
    exact = outcome.done and outcome.kept
    value = float(all(extra.values()) and max(shares) <= (comparing.FEW if exact else comparing.HARDLY))
    parts = {"done": float(outcome.done), "kept": float(outcome.kept)}
    parts |= {name: float(share <= comparing.FEW) for name, share in zip(comparing.RENDERERS, shares, strict=True)}
    parts |= {name: float(holds) for name, holds in extra.items()}
    parts["minimal"] = minimality(row, program) if value else 0.0
    reason = f"requested changes made: {words(outcome.done)}; the rest kept: {words(outcome.kept)}; " + ", ".join(
        f"{share:.2%} of pixels differ by {name}" for name, share in zip(comparing.RENDERERS, shares, strict=True)
    )
    reason += "".join(f"; {FAILURES[name]}" for name, holds in extra.items() if not holds)
    return Score(value, {**parts, **published(other)}, Status.OK, reason)


def words(verdict: bool) -> str:
    """Return a verdict in a word."""
    return "yes" if verdict else "no"


def published(score: Score) -> dict[str, float]:
    """Return the metrics of the papers, painted as there: MSE, SSIM, PSNR; the worst of each where nothing is drawn."""
    mse = float(score.parts.get("mse", 1.0))
    return {
        "mse": mse,
        "ssim": float(score.parts.get("ssim", 0.0)),
        "psnr": min(100.0, -10 * math.log10(max(mse, 1e-10))),
    }


def is_still(program: str, target: str) -> bool:
    """Return whether a program has the wanted animations, and nothing else that viewers show in different ways unless
    the wanted program has it."""
    ours, wanted = gate.constructs(program), gate.constructs(target)
    lost = [construct for construct in wanted if construct.startswith("<") and construct not in ours]
    return ours <= wanted and not lost


def equal_pictures(
    programs: Sequence[str | Rejected], targets: Sequence[str], renderer: str, allowed: Sequence[gate.Allowed]
) -> list[float | Rejected]:
    """Return the share of differing pixels of each answer by one renderer, on the background that shows the most: white
    shapes are invisible on white."""
    from sgpkit.metrics import pictures

    drawn = pictures.painted(programs, comparing.SIZE, None, renderer=renderer, allowed=allowed)
    expected = pictures.references(list(targets), comparing.SIZE, None, renderer=renderer)
    return [share(ours, theirs) for ours, theirs in zip(drawn, expected, strict=True)]


def share(ours: Pixels | Rejected, theirs: Pixels) -> float | Rejected:
    """Return the share of pixels that differ on the paper that shows the most of two pictures with alpha; the rejection
    of an answer that cannot be painted."""
    from sgpkit.metrics import pictures

    if isinstance(ours, Rejected):
        return ours
    if np.array_equal(ours, theirs):
        return 0.0
    return max(
        comparing.differing(pictures.over(ours, paper), pictures.over(theirs, paper)) for paper in comparing.PAPERS
    )


def loses_details(program: str, target: str) -> bool:
    """Return whether a drawing lacks a detail of another, or has one too many, by either renderer on either paper."""
    from sgpkit.metrics import pictures

    papers = [(renderer, paper) for renderer in comparing.RENDERERS for paper in comparing.PAPERS]
    for renderer, paper in papers:
        allowed = [gate.allowed_by(target, program)]
        (drawn,) = pictures.painted([program], comparing.SIZE, paper, renderer=renderer, allowed=allowed)
        (expected,) = pictures.references([target], comparing.SIZE, paper, renderer=renderer)
        if isinstance(drawn, Rejected) or comparing.loses(drawn, expected):
            return True
    return False


def start_of(row: Row) -> list[comparing.Look]:
    """Return the shapes of the given drawing; none if it is broken."""
    try:
        return seen(row["code"])[1]
    except Rejected:
        return []


@lru_cache(maxsize=16)
def seen(program: str) -> tuple[Scene, list[comparing.Look]]:
    """Return the scene of a program and the shapes in it. All answers to a row are held against the same two, and may
    be one of them. Raises Rejected."""
    from sgpkit.graphics import scene

    read = scene.read(program, allowed=gate.EVERYTHING)  # answers have passed the gate when they were painted
    return read, comparing.looks(read)


def minimality(row: Row, program: str) -> float:
    """Return how few tokens a correct answer changes, by those that the wanted program changes."""
    needed, ours = changed_tokens(row["code"], target_of(row)), changed_tokens(row["code"], program)
    if needed is None or ours is None:
        return 0.0
    return min(1.0, max(needed, 1) / max(ours, 1))


@lru_cache(maxsize=16)
def changed_tokens(before: str, after: str) -> int | None:
    """Return the number of removed and inserted tokens; None for programs that are too long to compare."""
    from sgpkit.metrics.code.tokens import tokens

    try:
        one, other = (tokens(text, "svg").words for text in (before, after))
    except Rejected:
        return None
    if max(len(one), len(other)) > MAX_TOKENS:
        return None
    steps = difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return sum(end - start + last - first for kind, start, end, first, last in steps if kind != "equal")


def target_of(row: Row) -> str:
    """Return the wanted program: the given one, where the drawing is to stay and no shorter one is known."""
    return str(row["target"] or row["code"])


def spaced(program: Any) -> str:
    """Return a program with single blanks, none between tags; "" for a rejection."""
    return " ".join(program.split()).replace("> <", "><") if isinstance(program, str) else ""


def size_of(program: str) -> int:
    """Return the bytes of a program."""
    return len(program.strip().encode("utf-8", "replace"))


def summary(rows: Rows, scores: Sequence[Score]) -> Mapping[str, float | Estimate]:
    """Return shares by the number of steps, of right changes with damage, and of answers with a drawing."""
    figures: dict[str, float | Estimate] = {}
    if not rows:
        return figures
    clusters = [row["cluster"] for row in rows]
    drawn = [float(score.status is Status.OK) for score in scores]
    spoilt = [float(score.parts.get("done", 0) == 1 and score.parts.get("kept", 0) == 0) for score in scores]
    figures["drawn"] = statistics.mean_estimate(drawn, clusters)
    figures["more than the requested changes"] = statistics.mean_estimate(spoilt, clusters)
    several = sorted({row["steps"] for row in rows})
    for steps in several if len(several) > 1 else ():
        mine = [(score.value, row["cluster"]) for row, score in zip(rows, scores, strict=True) if row["steps"] == steps]
        values, names = [value for value, _ in mine], [name for _, name in mine]
        figures[f"right, {steps} step{'s' * (steps > 1)}"] = statistics.mean_estimate(values, names)
    return figures
