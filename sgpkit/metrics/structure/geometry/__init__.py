"""Structural correctness of geometry drawings, as SSVG-Bench defines it (its §3.1, appendix F.1).

The value is the published verdict, applied to what is visible on the page: for cases with one answer, whether all
elements to add are there (`published`); for cases with many, whether the case's predicate holds (`rules`). Further
parts:

- `as_published`: the verdict of the paper's printed code on the program's text (`literal`), for SVG with one answer;
- `joined`: the value if a line may be drawn as any number of pieces, where the published rule joins two;
- `coverage`: whether as many elements of each kind were added as are needed, wherever they are (appendix D);
- `strict`: correct, and besides every added element marked as asked, nothing stray, and the given part untouched.
  Where many answers are right, stray is what the rule holds without. `strays` defines what counts;
- `recall` and `precision`: the share of needed elements that are there, and of added elements that are needed. In
  cases with many answers the recall is the value itself;
- `sparing`: whether not many more elements are added than are needed, so that nothing is hit by chance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sgpkit.graphics import elements, formats, gate
from sgpkit.graphics.elements import AnyItem, Elements, Item, is_added, join_lines
from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment
from sgpkit.metrics.paired import code_answer, reference_program
from sgpkit.metrics.structure.geometry import literal, published, strays
from sgpkit.metrics.structure.geometry.alignment import NEAR, Alignment, align, is_dot
from sgpkit.metrics.structure.geometry.published import TOLERANCE, Matches
from sgpkit.metrics.structure.geometry.strays import apart, counted, is_seen
from sgpkit.status import Rejected, Status
from sgpkit.values import Score

PARTS = ("joined", "coverage", "strict", "precision", "recall", "sparing")
NAMED = 3
"""Maximum number of missing elements that a reason names."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference drawing: the given part, and the elements to add."""

    given: Elements
    added: Elements
    rule: str
    format: str


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    format: str = "svg",
    tolerance: float = TOLERANCE,
) -> list[Score]:
    """Return a score for each prediction.

    `predictions` are completions or bare programs; anything that is not text scores 0. `references` are programs of
    complete drawings, or rows that contain one under `code` and, for a case with many answers, the name of its
    predicate under `rule`. Elements to add are marked in them: by class `output_object` in SVG, by red in TikZ and EPS.
    `tolerance` is in units of the reference drawing. TikZ and EPS are compiled all together, each program once.
    """
    if not tolerance > 0:
        raise ValueError(f"tolerance {tolerance!r}: a length above 0 is needed, in units of the reference drawing")
    answers = [code_answer(prediction, format) for prediction in predictions]
    wanted = [reference_program(reference, index).strip() for index, reference in enumerate(references)]
    different = list(dict.fromkeys([*wanted, *(answer.value for answer in answers if answer.value is not None)]))
    drawn = dict(zip(different, elements.read_many(different, format), strict=True))
    known = {
        key: _reference(_allowed(drawn[key[0]], key[0], key[0]), key, format)
        for key in dict.fromkeys(zip(wanted, map(_rule, references), strict=True))
    }
    graded: dict[tuple[str, str, str], Score] = {}  # equal answers to one reference are graded once
    scores = []
    for answer, code, reference in zip(answers, wanted, references, strict=True):
        if answer.value is None:
            scores.append(_unread(Rejected(answer.status, answer.reason), known[code, _rule(reference)]))
            continue
        key = code, _rule(reference), answer.value
        if key not in graded:
            output = _allowed(drawn[answer.value], answer.value, code)
            graded[key] = _one(known[key[:2]], output, code, answer.value, tolerance)
        scores.append(graded[key])
    return scores


def _allowed(outcome: Elements | Rejected, code: str, reference: str) -> Elements | Rejected:
    """Return the elements of a program, which may have the same refused constructs as the reference."""
    return gate.retry(outcome, [reference], lambda allowed: elements.from_svg(code, allowed))


def _one(reference: Reference, output: Elements | Rejected, code: str, answer: str, tolerance: float) -> Score:
    """Return the score of one program. A refused program counts as wrong for the printed verdict too."""
    if isinstance(output, Rejected):
        return _unread(output, reference)
    try:
        graded = grade(reference, output, tolerance)
    except Rejected as rejected:
        return _unread(rejected, reference)
    if not _has_printed_verdict(reference):
        return graded
    return replace(graded, parts={**graded.parts, "as_published": float(literal.verdict(code, answer))})


def _unread(rejected: Rejected, reference: Reference) -> Score:
    """Return the score of an unreadable answer: 0 in every part that answers to this row have."""
    printed = ("as_published",) if _has_printed_verdict(reference) else ()
    return Score.rejected(rejected, dict.fromkeys((*PARTS, *printed), 0.0))


def _has_printed_verdict(reference: Reference) -> bool:
    """Return whether the paper's printed code has a verdict on a row: SVG with one right answer."""
    return not reference.rule and formats.get(reference.format).classes


def _rule(reference: object) -> str:
    return str(reference.get("rule") or "") if isinstance(reference, Mapping) else ""


def _reference(drawn: Elements | Rejected, key: tuple[str, str], format: str) -> Reference:
    """Return the parts of a reference. Raises ValueError for one that cannot be read or has nothing to add, which
    is the caller's mistake.
    """
    code, rule = key
    if isinstance(drawn, Rejected):
        raise ValueError(f"a reference cannot be read ({drawn.reason}): {code[:80]!r}") from drawn
    added = drawn.where(lambda item: is_added(item, format))
    if not added.count:
        mark = "class output_object" if formats.get(format).classes else "red"
        raise ValueError(f"a reference marks no element to add (by {mark}): {code[:80]!r}")
    if rule:
        from sgpkit.metrics.structure.geometry.rules import RULES

        if rule not in RULES:
            raise ValueError(f"no rule {rule!r} for a case with many answers; there are {', '.join(sorted(RULES))}")
    return Reference(drawn.where(lambda item: not is_added(item, format)), added, rule, format)


def grade(reference: Reference, output: Elements, tolerance: float = TOLERANCE) -> Score:
    """Return the score of one drawing. If the given part fits in several positions, the best one counts."""
    if not output.count:
        reason = "; ".join(("nothing is drawn", *output.unread))
        return Score(0.0, dict.fromkeys(PARTS, 0.0), Status.OK, reason)
    alignment = align(reference.given, output, reference.format)
    if not alignment.shifts:
        parts = {**dict.fromkeys(PARTS, 0.0), "coverage": _coverage(reference, output, Elements(), tolerance)}
        return Score(0.0, parts, Status.OK, alignment.note)
    scores = [
        _grade(reference, output if output.placed else output.moved(shift), alignment, tolerance)
        for shift in alignment.shifts
    ]
    return max(scores, key=lambda score: (score.value, score.parts["recall"], score.parts["strict"]))


def _grade(reference: Reference, output: Elements, alignment: Alignment, tolerance: float) -> Score:
    marked = output.where(lambda item: is_added(item, reference.format))
    wanted = _joined(reference.given, reference.added)
    figure = _joined(reference.given, strays.lined(marked)) if reference.rule else wanted
    by_given = apart(output, reference.given, NEAR)
    added = counted(join_lines(by_given, tolerance), figure, tolerance).count + output.unlisted
    needed = counted(join_lines(reference.added), Elements(), tolerance).count
    sparing = not strays.crowded(added, needed) and not strays.crowded_marks(output, wanted)
    if reference.rule:
        value, reason, astray = _by_rule(reference, marked, tolerance, sparing)
        joined = float(_judged(reference, join_lines(marked), tolerance, joined=True) is None)
        recall = value
        precision = value * (min(1.0, needed / added) if astray is None else 1 - astray / max(added, astray, 1))
        tidy = not astray and marked.where(is_seen).count == marked.count
    else:
        matches = published.matches(reference.added, output, tolerance)
        value = float(all(matches.every))
        joined = float(value or all(published.matches(reference.added, output, tolerance, joined=True).every))
        reason = "every element is drawn" if value else _missing(reference, matches)
        recall = sum(matches.every) / len(matches.every)
        shown = counted(by_given, figure, tolerance)
        total = shown.count + output.unlisted
        beside = apart(shown, reference.added, tolerance).count + output.unlisted
        precision = 1 - beside / total if total else 0.0
        tidy = (
            all(published.matches(reference.added, marked.where(is_seen), tolerance).every)
            and not counted(apart(marked, reference.added, tolerance), figure, tolerance).count
        )
    unmarked = output.where(lambda item: not is_added(item, reference.format))
    stray = counted(apart(unmarked, reference.given, NEAR), figure, tolerance).count + output.unlisted
    parts = {
        "joined": joined,
        "coverage": max(value, _coverage(reference, output, reference.given, tolerance)),
        "strict": float(value and tidy and sparing and alignment.whole and not stray),
        "precision": precision,
        "recall": recall,
        "sparing": float(sparing),
    }
    many = "" if sparing else f"crowded: {added} elements added, {needed} needed"
    return Score(value, parts, Status.OK, "; ".join(filter(None, (reason, many, alignment.note, *output.unread))))


def _joined(one: Elements, other: Elements) -> Elements:
    """Return the elements of two parts of a drawing."""
    return Elements(
        one.segments + other.segments,
        one.circles + other.circles,
        one.ellipses + other.ellipses,
        one.curves + other.curves,
    )


def _by_rule(reference: Reference, marked: Elements, tolerance: float, sparing: bool) -> tuple[float, str, int | None]:
    """Return the value, the reason, and the number of elements without which the rule still holds, or None if these
    were not counted because the drawing is crowded.
    """
    if not marked.count:
        asked = "has class output_object" if formats.get(reference.format).classes else "is red"
        return 0.0, f"nothing {asked}", 0
    why = _judged(reference, marked, tolerance)
    if why is not None:
        return 0.0, why, 0
    right = "the construction is right"
    if not sparing:
        return 1.0, right, None
    needed = strays.fewest(lambda chosen: _judged(reference, chosen, tolerance) is None, marked)
    figure = _joined(reference.given, strays.lined(marked))
    whole = replace(needed, segments=needed.segments + tuple(_new_lines(needed, published.lines(needed, tolerance))))
    astray = counted(apart(join_lines(marked), whole, tolerance), figure, tolerance).count
    return 1.0, f"{right}; also added: {astray}" if astray else right, astray


def _judged(reference: Reference, drawn: Elements, tolerance: float, joined: bool = False) -> str | None:
    """Return the error that the case's rule finds in the marked elements, whose lines may be drawn as two segments, or
    with `joined` as any number of them."""
    from sgpkit.metrics.structure.geometry.rules import RULES

    lines = published.lines(drawn, tolerance) if joined else published.pairs(drawn)
    whole = replace(drawn, segments=drawn.segments + tuple(_new_lines(drawn, lines)))
    return RULES[reference.rule](reference.given, whole, tolerance)


def _new_lines(drawn: Elements, lines: Sequence[Segment]) -> list[Item[Segment]]:
    """Return lines that segments form together as elements."""
    there = {item.geometry for item in drawn.segments}
    return [Item(line) for line in lines if line not in there]


def _coverage(reference: Reference, output: Elements, given: Elements, tolerance: float) -> float:
    """Return 1 if enough elements of each kind were added; dots, which mark points, and the given part do not count."""
    added = join_lines(apart(output, given, NEAR), tolerance).where(_is_no_dot)
    needed = reference.added.where(_is_no_dot)
    return float(
        len(added.segments) >= len(needed.segments)
        and len(added.circles) >= len(needed.circles)
        and len(added.ellipses) >= len(needed.ellipses)
        and len(added.curves) >= len(needed.curves)
    )


def _is_no_dot(item: AnyItem) -> bool:
    return not (isinstance(item.geometry, Circle) and is_dot(item.geometry))


def _missing(reference: Reference, matches: Matches) -> str:
    added = reference.added
    names = [_name(item, reference.format) for item, there in zip(added.items, matches.every, strict=True) if not there]
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"not drawn: {', '.join(names[:NAMED])}{more}"


def _name(item: AnyItem, format: str) -> str:
    """Return an element in words; for TikZ in points and without positions, since compiling loses positions and
    units.
    """
    figure = item.geometry
    placed = formats.get(format).unit == 1.0

    def position(point: Point) -> str:
        return f"({point.x:.4g}, {(-point.y if formats.get(format).upward else point.y):.4g})"

    if isinstance(figure, Segment):
        if not placed:
            return f"a segment of length {figure.length:.4g} points"
        return f"segment {position(figure.start)}-{position(figure.end)}"
    if isinstance(figure, Circle | Ellipse):
        kind = "circle" if isinstance(figure, Circle) else "ellipse"
        size = figure.radius if isinstance(figure, Circle) else figure.radius_x
        if not placed:
            return f"{'a' if kind == 'circle' else 'an'} {kind} of radius {size:.4g} points"
        return f"{kind} {position(figure.centre)} radius {size:.4g}"
    return "a curve" if not placed else f"curve {position(figure.points[0])}-{position(figure.points[-1])}"
