"""Sequence diagrams: participants with lifelines, and messages between them from top to bottom."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from sgpkit.graphics.geometry import Point
from sgpkit.metrics.structure import scene_match
from sgpkit.metrics.structure.recall import shapes
from sgpkit.metrics.structure.scene_match import networks
from sgpkit.metrics.structure.scene_match.groups import Drawn

from ..content.sketch import Line, Sketch, Text
from . import kind as kinds
from . import reading
from .kind import Kind, Shown

MESSAGES = {"easy": (3, 4), "medium": (5, 7), "hard": (8, 11)}
LIFELINE = 0.25
"""Of the drawing's height: the least length of a lifeline."""

GAP, STEP, TOP = 120.0, 36.0, 24.0

RULE = """\
Every participant has its name at the top and a vertical lifeline below it, and every message is one horizontal arrow \
from lifeline to lifeline with its text above it; messages follow each other from top to bottom. No other text is \
drawn."""


class Message(NamedTuple):
    """A message from one participant to another, which may be the same."""

    start: str
    end: str
    text: str


class Exchange(NamedTuple):
    """Participants from left to right, and messages from top to bottom."""

    subject: str
    lanes: tuple[str, ...]
    messages: tuple[Message, ...]
    also: tuple[str, ...] = ()
    """Texts that may be drawn: notes, and the conditions of blocks."""


def make(number: int, level: str, draw: random.Random) -> Exchange:
    """Return a part of a known exchange."""
    block = kinds.block("sequence diagram", number)
    count = draw.randint(*MESSAGES[level])
    first = draw.randint(0, len(block.lines) - count)
    messages = tuple(message(line) for line in block.lines[first : first + count])
    return Exchange(block.subject, lanes_of(messages), messages)


def message(line: str) -> Message:
    """Return the message of a line `start > end : text`."""
    ends, _, text = line.partition(" : ")
    start, _, end = ends.partition(" > ")
    return Message(start, end, text)


def lanes_of(messages: Sequence[Message]) -> tuple[str, ...]:
    """Return the participants in the order in which messages name them."""
    return tuple(dict.fromkeys(name for one in messages for name in (one.start, one.end)))


def describe(content: Exchange, draw: random.Random) -> str:
    """Describe the exchange in sentences, or as a list."""
    lanes = ", ".join(f"“{lane}”" for lane in content.lanes)
    lead = f"Draw a sequence diagram of {content.subject}. The participants, from left to right, are {lanes}."
    if draw.random() < 0.5:
        lines = [f"{number}. {one.start} → {one.end}: {one.text}" for number, one in enumerate(content.messages, 1)]
        return "\n".join([lead, "", "Messages from top to bottom:", *lines])
    sentences = [f"“{one.start}” sends “{one.text}” to “{one.end}”." for one in content.messages]
    return " Then ".join([f"{lead} First, {sentences[0]}", *sentences[1:]])


def sketch(content: Exchange) -> Sketch:
    """Return the drawing."""
    positions = {lane: 60 + GAP * number for number, lane in enumerate(content.lanes)}
    bottom = TOP + STEP * (len(content.messages) + 0.6)
    marks: list[Text | Line] = [Text((x, TOP - 12), lane) for lane, x in positions.items()]
    marks += [Line(((x, TOP), (x, bottom))) for x in positions.values()]
    for number, one in enumerate(content.messages, 1):
        x, end, y = positions[one.start], positions[one.end], TOP + STEP * number
        side = min(x, end)
        marks.append(Line(((x, y), (end, y)), arrow=True))
        marks.append(Text((side + GAP / 2, y - 9), one.text))
    return Sketch(GAP * len(positions), bottom + 10, tuple(marks))


def mermaid(content: Exchange) -> str:
    """Return the Mermaid program."""
    lines = ["sequenceDiagram", *(f"    participant {lane}" for lane in content.lanes)]
    return "\n".join([*lines, *(f"    {one.start}->>{one.end}: {one.text}" for one in content.messages)])


def show(drawn: Drawn, content: Exchange) -> Shown:
    """Return the agreement of lifelines and messages, both in order."""
    positions = lifelines(drawn, content.lanes)
    if len(positions) < 2:
        return Shown(0.0)
    order = sorted(positions, key=lambda lane: positions[lane])
    lanes = len(common(order, content.lanes, lambda one, other: float(one == other))) / len(content.lanes)
    arrows = sorted(messages(drawn, positions), key=lambda arrow: arrow[2])
    best = max(agreement(labelled(drawn, arrows, content, above), content.messages) for above in (True, False))
    words = frozenset(scene_match.known_words(drawn, content.also))
    return Shown(lanes * reading.f_score(best, len(content.messages), len(arrows)), words)


def lifelines(drawn: Drawn, lanes: Sequence[str]) -> dict[str, float]:
    """Return the position of each participant that has a lifeline below or between its names."""
    upright: dict[float, tuple[float, float]] = {}
    near = reading.close(drawn)
    for x, top, bottom in sorted(reading.rules(drawn, upright=True)):
        position = next((one for one in upright if abs(one - x) <= near / 3), x)
        least, most = upright.get(position, (top, bottom))
        upright[position] = (min(least, top), max(most, bottom))
    height = max((end for _, end in upright.values()), default=0) - min((b for b, _ in upright.values()), default=0)
    long = [x for x, (top, bottom) in upright.items() if bottom - top >= LIFELINE * height]
    results: dict[str, float] = {}
    for lane in lanes:
        boxes = drawn.boxes_of(lane)
        offs = [(abs(x - reading.middle(box).x), x) for box in boxes for x in long if x not in results.values()]
        if offs and min(offs)[0] <= 2 * near:
            results[lane] = min(offs)[1]
    return results


def messages(drawn: Drawn, positions: dict[str, float]) -> Iterator[tuple[str, str, float]]:
    """Yield the sender, the receiver and the height of each arrow between lifelines."""
    contents = drawn.contents
    lines = [figure for figure in drawn.figures if not figure.closed and not is_upright(figure)]
    reach = shapes.HEAD * shapes.diagonal([figure.box for figure in (*drawn.figures, *contents.heads)]) / 4
    headed = networks.headed_ends(lines, contents.heads, reach)
    gap = min(b - a for a, b in pairwise(sorted(positions.values())))
    for index, line in enumerate(lines):
        ends = [nearest(positions, point, 0.3 * gap) for point in (line.start, line.end)]
        if ends[0] and ends[1]:
            y = (line.box.top + line.box.bottom) / 2
            for is_last in (True, False):
                if (index, is_last) in headed:
                    yield (ends[0], ends[1], y) if is_last else (ends[1], ends[0], y)


def is_upright(figure: shapes.Figure) -> bool:
    """Return whether a line runs up or down."""
    return figure.box.right - figure.box.left <= 0.05 * (figure.box.bottom - figure.box.top)


def nearest(positions: dict[str, float], point: Point, reach: float) -> str:
    """Return the participant at whose lifeline a point is, "" if at none."""
    lane = min(positions, key=lambda one: abs(positions[one] - point.x))
    return lane if abs(positions[lane] - point.x) <= reach else ""


def labelled(
    drawn: Drawn, arrows: Sequence[tuple[str, str, float]], content: Exchange, above: bool
) -> list[tuple[Message, frozenset[str]]]:
    """Return the arrows with the texts that belong to them, which are all above their arrows or all below."""
    texts: dict[int, set[str]] = {}
    for text in {one.text for one in content.messages if one.text}:
        for box in drawn.boxes_of(text):
            y = reading.middle(box).y
            ahead = [number for number, arrow in enumerate(arrows) if (arrow[2] >= y if above else arrow[2] <= y)]
            if ahead:
                texts.setdefault(ahead[0] if above else ahead[-1], set()).add(text)
    return [(Message(start, end, ""), frozenset(texts.get(at, ()))) for at, (start, end, _) in enumerate(arrows)]


def agreement(arrows: Sequence[tuple[Message, frozenset[str]]], wanted: Sequence[Message]) -> float:
    """Return the number of messages that are drawn in order; one without its text counts half."""

    def weight(arrow: tuple[Message, frozenset[str]], one: Message) -> float:
        if arrow[0][:2] != one[:2]:
            return 0.0
        return 1.0 if not one.text or one.text in arrow[1] else 0.5

    return sum(common(arrows, wanted, weight))


def common(ones: Sequence[Any], others: Sequence[Any], weight: Callable[[Any, Any], float]) -> list[float]:
    """Return the weights of the heaviest common subsequence."""
    best: list[list[list[float]]] = [[[] for _ in range(len(others) + 1)] for _ in range(len(ones) + 1)]
    for i, one in enumerate(ones, 1):
        for j, other in enumerate(others, 1):
            matched = weight(one, other)
            ways = [best[i - 1][j], best[i][j - 1]]
            ways += [[*best[i - 1][j - 1], matched]] if matched else []
            best[i][j] = max(ways, key=sum)
    return best[-1][-1]


def wrong(content: Exchange, draw: random.Random) -> Exchange:
    """Turn a message round, leave one out, or exchange two that follow each other."""
    one = draw.randrange(len(content.messages) - 1)
    listed = list(content.messages)
    match draw.randrange(3):
        case 0:
            listed[one] = Message(listed[one].end, listed[one].start, listed[one].text)
        case 1:
            del listed[one]
        case _:
            listed[one], listed[one + 1] = listed[one + 1], listed[one]
    return content._replace(messages=tuple(listed))


def renamed(content: Exchange, name: Callable[[str], str]) -> Exchange:
    """Return the exchange with other participants and texts."""
    messages_ = (Message(name(one.start), name(one.end), name(one.text)) for one in content.messages)
    return content._replace(lanes=tuple(map(name, content.lanes)), messages=tuple(messages_))


def labels(content: Exchange) -> tuple[str, ...]:
    """Return the names of participants, which may be at both ends of a lifeline, and the texts of messages."""
    return (*content.lanes, *content.lanes, *(one.text for one in content.messages if one.text))


def as_plain(content: Exchange) -> dict[str, Any]:
    """Return the exchange for JSON."""
    plain = {"lanes": list(content.lanes), "messages": [list(one) for one in content.messages]}
    return plain | ({"also": list(content.also)} if content.also else {})


def from_plain(plain: Any) -> Exchange:
    """Return the exchange of JSON."""
    messages_ = tuple(Message(*one) for one in plain["messages"])
    return Exchange("", tuple(plain["lanes"]), messages_, tuple(plain.get("also", ())))


KIND = Kind(
    name="sequence",
    rule=RULE,
    make=make,
    describe=describe,
    sketch=sketch,
    native={"mermaid": mermaid},
    labels=labels,
    show=show,
    as_plain=as_plain,
    from_plain=from_plain,
    wrong=wrong,
    renamed=renamed,
)
