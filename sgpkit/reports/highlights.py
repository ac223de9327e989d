"""Select the responses shown at the top of a page: a few wrong, a few right, and a few unreadable ones."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sgpkit.reports.gallery import View
from sgpkit.status import Status

SHOWN = 3
"""The largest number of responses per kind at the top of a page."""

RIGHT = 1 - 1e-9

Card = Mapping[str, Any]


def of_run(view: View, position: int) -> dict[str, list[int]]:
    """Return the positions of the most informative cards of a run, by kind.

    Wrong answers with a picture come first, then answers with located errors, then those with the highest score. Right
    answers are those with the longest programs. Unreadable answers show each status once before repeating one. All are
    spread over the pictures and groups of the rows.
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
    """Return the positions of the cards of the second run that changed most from the first run, by kind."""
    before = {key(view, first, card): card for card in view.runs[first]["cards"]}
    kinds: dict[str, list[tuple[float, int]]] = {"gained": [], "lost": []}
    for index, card in enumerate(view.runs[second]["cards"]):
        other = before.get(key(view, second, card))
        if other is not None and kind_of(card) and kind_of(other) and card["value"] != other["value"]:
            change = card["value"] - other["value"]
            kinds["gained" if change > 0 else "lost"].append((-abs(change), index))
    return {kind: [index for _, index in sorted(positions)[:SHOWN]] for kind, positions in kinds.items() if positions}


def drawings(view: View, position: int) -> list[str]:
    """Return pictures for the preview image: of right answers of the run, else of its rows."""
    run = view.runs[position]
    rows = view.rows[run["rows"]]
    chosen = of_run(view, position)
    cards = [run["cards"][index] for kind in ("right", "wrong") for index in chosen.get(kind, ())]
    numbers = [card.get("picture", rows[card["row"]].get("picture")) for card in cards]
    return [view.pictures[number] for number in dict.fromkeys(numbers) if number is not None][:SHOWN]


def key(view: View, position: int, card: Card) -> tuple[str, int]:
    """Return the row id of a card and the sample."""
    return view.rows[view.runs[position]["rows"]][card["row"]]["id"], card.get("sample", 1)


def kind_of(card: Card) -> str:
    """Return the kind of a response; "" if the engine failed."""
    if card["status"] == str(Status.INFRA_ERROR):
        return ""
    if card["status"] != str(Status.OK):
        return "unreadable"
    return "right" if card["value"] >= RIGHT else "wrong"


def spread(positions: Sequence[int], traits: Callable[[int], tuple[object, ...]]) -> list[int]:
    """Select positions, each time the first one that shares the fewest traits with those selected before."""
    left, chosen = list(positions), list[int]()
    seen: Counter[tuple[int, object]] = Counter()
    while left and len(chosen) < SHOWN:
        best = min(left, key=lambda position: sum(seen[pair] for pair in enumerate(traits(position))))
        chosen.append(best)
        left.remove(best)
        seen.update(enumerate(traits(best)))
    return chosen
