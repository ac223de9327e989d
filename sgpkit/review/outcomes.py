"""What became of each candidate, by all reviewers' verdicts together.

Everybody has one vote: against it, or for it with a key. Who mends a candidate votes for it as they mended it. By
majority, more than half of its reviewers must want it with one and the same key; the rule "all" wants every one. What
neither passes nor is refused by the same measure is open, and for people to talk about.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sgpkit.review.candidates import Candidates
from sgpkit.review.verdicts import Person, Verdict

AGAINST = "against"


class Said(NamedTuple):
    person: str
    verdict: Verdict


class Outcome(NamedTuple):
    """`decision`: accepted, rejected or open ("too few": fewer reviewers than wanted). `fields` are the mended values
    that are taken over, `mended_by` who gave them."""

    candidate: str
    decision: str
    said: Sequence[Said]
    fields: Mapping[str, Any]
    mended_by: Sequence[str]

    @property
    def disputed(self) -> bool:
        """Whether its reviewers did not all say the same of it, whatever was made of that."""
        return len({each.verdict.verdict == "reject" for each in self.said}) > 1 or self.decision == "open"


def by_candidate(people: Mapping[str, Person]) -> dict[str, list[Said]]:
    """Every verdict that stands, by what it is about, in the order of the people's names."""
    found: dict[str, list[Said]] = {}
    for name in sorted(people):
        for identifier, verdict in people[name].standing().items():
            found.setdefault(identifier, []).append(Said(name, verdict))
    return found


def outcomes(
    candidates: Candidates, people: Mapping[str, Person], rule: str = "majority", at_least: int = 1
) -> list[Outcome]:
    """What became of everything that anybody judged, in the order of the candidates."""
    said = by_candidate(people)
    return [
        outcome(identifier, answer, said[identifier], rule, at_least)
        for identifier, answer in zip(candidates.ids, candidates.table["answer"].to_list(), strict=True)
        if identifier in said
    ]


def outcome(identifier: str, answer: str, said: Sequence[Said], rule: str, at_least: int) -> Outcome:
    if len(said) < at_least:
        return Outcome(identifier, "too few", said, {}, ())
    votes = Counter(vote(each.verdict, answer) for each in said)
    needed = len(said) if rule == "all" else len(said) // 2 + 1
    chosen, count = votes.most_common(1)[0]
    if count < needed:
        return Outcome(identifier, "open", said, {}, ())
    if chosen == AGAINST:
        return Outcome(identifier, "rejected", said, {}, ())
    fields, mended_by = version([each for each in said if vote(each.verdict, answer) == chosen])
    return Outcome(identifier, "accepted", said, fields, mended_by)


def vote(verdict: Verdict, answer: str) -> str:
    return AGAINST if verdict.verdict == "reject" else f"key {verdict.mended.get('answer', answer)}"


def version(agreed: Sequence[Said]) -> tuple[Mapping[str, Any], Sequence[str]]:
    """The wording to take, of those who want it with the same key: what most mended it to, the latest of equals.

    Who took it as it was did not object to a better wording, and so does not outvote one.
    """
    mends = [each for each in agreed if each.verdict.verdict == "mend"]
    if not mends:
        return {}, ()
    written = [sorted(each.verdict.mended.items(), key=lambda field: field[0]) for each in mends]
    best = max(mends, key=lambda each: (written.count(written[mends.index(each)]), each.verdict.at, each.person))
    same = [each.person for each, fields in zip(mends, written, strict=True) if fields == written[mends.index(best)]]
    return best.verdict.mended, same
