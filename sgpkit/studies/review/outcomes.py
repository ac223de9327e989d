"""The outcome of each candidate from the verdicts of all reviewers. Every reviewer has one vote: against the candidate,
or for it with a key. A person who edits a candidate votes for the edited version. By the rule "majority", more than
half of its reviewers must vote for it with the same key; by the rule "all", every reviewer must. A key is the text of
the right option: changing that text makes another key, moving it to another letter does not. A candidate that is
neither accepted nor rejected by the rule is open, for people to discuss.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sgpkit.benchmark.sources.authored import EDIT
from sgpkit.studies.review.candidates import LETTERS, Candidates, normalized
from sgpkit.studies.review.verdicts import REJECT, Person, Verdict

AGAINST = "against"


class Vote(NamedTuple):
    """A person's verdict that counts."""

    person: str
    verdict: Verdict


class Outcome(NamedTuple):
    """`decision`: accepted, rejected or open ("too few": fewer reviewers than wanted). `fields` are the edited values
    to use, `editors` the people who wrote them.
    """

    candidate: str
    decision: str
    votes: Sequence[Vote]
    fields: Mapping[str, Any]
    editors: Sequence[str]

    @property
    def disputed(self) -> bool:
        """Return whether its reviewers disagree, whatever the decision."""
        return len({vote.verdict.verdict == REJECT for vote in self.votes}) > 1 or self.decision == "open"


def by_candidate(people: Mapping[str, Person]) -> dict[str, list[Vote]]:
    """Return every verdict that counts, by candidate, in the order of the people's names."""
    votes: dict[str, list[Vote]] = {}
    for name in sorted(people):
        for identifier, verdict in people[name].standing().items():
            votes.setdefault(identifier, []).append(Vote(name, verdict))
    return votes


def outcomes(
    candidates: Candidates, people: Mapping[str, Person], rule: str = "majority", at_least: int = 1
) -> list[Outcome]:
    """Return the outcome of every candidate with a verdict, in the order of the candidates."""
    votes = by_candidate(people)
    rows = candidates.table.select("id", "options", "answer").iter_rows(named=True)
    return [outcome(row, votes[row["id"]], rule, at_least) for row in rows if row["id"] in votes]


def outcome(candidate: Mapping[str, Any], votes: Sequence[Vote], rule: str, at_least: int) -> Outcome:
    """Return the outcome of one candidate."""
    identifier = candidate["id"]
    if len(votes) < at_least:
        return Outcome(identifier, "too few", votes, {}, ())
    ballots = [ballot(vote.verdict, candidate) for vote in votes]
    needed = len(votes) if rule == "all" else len(votes) // 2 + 1
    chosen, count = Counter(ballots).most_common(1)[0]
    if count < needed:
        return Outcome(identifier, "open", votes, {}, ())
    if chosen == AGAINST:
        return Outcome(identifier, "rejected", votes, {}, ())
    fields, editors = wording([vote for vote, cast in zip(votes, ballots, strict=True) if cast == chosen])
    return Outcome(identifier, "accepted", votes, fields, editors)


def ballot(verdict: Verdict, candidate: Mapping[str, Any]) -> str:
    """Return the vote of a verdict: against the candidate, or for it with a key."""
    if verdict.verdict == REJECT:
        return AGAINST
    edited = {**candidate, **verdict.edits}
    keyed = [option for letter, option in zip(LETTERS, edited["options"], strict=False) if letter == edited["answer"]]
    return f"key {normalized(keyed[0])}" if keyed else f"letter {edited['answer']}"


def wording(agreed: Sequence[Vote]) -> tuple[Mapping[str, Any], Sequence[str]]:
    """Return the edited fields to use among votes for the same key, and their editors: the edit that most people made,
    and of equally frequent ones the latest. Votes for the unedited candidate do not outvote an edit, since they do not
    object to a better wording.
    """
    edited = [vote for vote in agreed if vote.verdict.verdict == EDIT]
    if not edited:
        return {}, ()
    versions = [sorted(vote.verdict.edits.items(), key=lambda field: field[0]) for vote in edited]
    best = max(edited, key=lambda vote: (versions.count(versions[edited.index(vote)]), vote.verdict.at, vote.person))
    chosen = versions[edited.index(best)]
    return best.verdict.edits, [
        vote.person for vote, version in zip(edited, versions, strict=True) if version == chosen
    ]
