"""The responses that a page shows first: a few that went wrong, a few that are right, a few that nobody could read."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sgpkit.reports.gallery import View
from sgpkit.status import Status

SHOWN = 3
"""The most responses of a kind that are shown first."""

RIGHT = 1 - 1e-9

Card = Mapping[str, Any]


def of_run(view: View, position: int) -> dict[str, list[int]]:
    """Return the positions of the cards that say most of a run, by kind.

    Wrong ones are those that can be looked at, first those in which the benchmark located what is wrong, then those
    nearest to right. Right ones are the longest programs. Of what could not be read, each status is shown once before
    one is shown twice. All are spread over the pictures and the groups of the rows.
    """
    run = view.runs[position]
    cards: Sequence[Card] = run["cards"]
    rows = view.rows[run["rows"]]

    def traits(index: int) -> tuple[object, ...]:
        row = rows[cards[index]["row"]]
        return row.get("given", row.get("picture", index)), next(iter(row["groups"]), "")

    def length(index: int) -> int:
        return len(view.texts[rows[cards[index]["row"]]["reference"]])

    def blank(index: int) -> bool:
        return bool(run["drawing"]) and "picture" not in cards[index]

    kinds: dict[str, list[int]] = {"wrong": [], "right": [], "unreadable": []}
    for index, card in enumerate(cards):
        if kind := kind_of(card):
            kinds[kind].append(index)
    kinds["wrong"].sort(key=lambda index: (blank(index), "marks" not in cards[index], -cards[index]["value"]))
    kinds["right"].sort(key=lambda index: (blank(index), -length(index)))
    chosen = {kind: spread(kinds[kind], traits) for kind in ("wrong", "right")}
    chosen["unreadable"] = spread(kinds["unreadable"], lambda index: (*traits(index), cards[index]["status"]))
    return {kind: positions for kind, positions in chosen.items() if positions}


def of_pair(view: View, first: int, second: int) -> dict[str, list[int]]:
    """Return the positions of the second run's cards that changed most against the first run's, by kind."""
    before = {key(view, first, card): card for card in view.runs[first]["cards"]}
    kinds: dict[str, list[tuple[float, int]]] = {"gained": [], "lost": []}
    for index, card in enumerate(view.runs[second]["cards"]):
        other = before.get(key(view, second, card))
        if other is not None and kind_of(card) and kind_of(other) and card["value"] != other["value"]:
            change = card["value"] - other["value"]
            kinds["gained" if change > 0 else "lost"].append((-abs(change), index))
    return {kind: [index for _, index in sorted(positions)[:SHOWN]] for kind, positions in kinds.items() if positions}


def drawings(view: View, position: int) -> list[str]:
    """Return pictures of the run's right answers, else of its rows: those that a page is shared with."""
    run = view.runs[position]
    rows = view.rows[run["rows"]]
    chosen = of_run(view, position)
    cards = [run["cards"][index] for kind in ("right", "wrong") for index in chosen.get(kind, ())]
    numbers = [card.get("picture", rows[card["row"]].get("picture")) for card in cards]
    return [view.pictures[number] for number in dict.fromkeys(numbers) if number is not None][:SHOWN]


def key(view: View, position: int, card: Card) -> tuple[str, int]:
    """Return the id of a card's row, with the sample."""
    return view.rows[view.runs[position]["rows"]][card["row"]]["id"], card.get("sample", 1)


def kind_of(card: Card) -> str:
    """Return the kind of a response; "" where the engine failed."""
    if card["status"] == str(Status.INFRA_ERROR):
        return ""
    if card["status"] != str(Status.OK):
        return "unreadable"
    return "right" if card["value"] >= RIGHT else "wrong"


def spread(positions: Sequence[int], traits: Callable[[int], tuple[object, ...]]) -> list[int]:
    """Return the first positions in their order, each time one that shares the fewest traits with those before it."""
    left, chosen = list(positions), list[int]()
    seen: Counter[tuple[int, object]] = Counter()
    while left and len(chosen) < SHOWN:
        best = min(left, key=lambda position: sum(seen[pair] for pair in enumerate(traits(position))))
        chosen.append(best)
        left.remove(best)
        seen.update(enumerate(traits(best)))
    return chosen
