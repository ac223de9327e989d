"""Checks of a question that need no model: its options, its answer, its wording, its likeness to another one."""

import re
from collections.abc import Sequence

from sgpkit.status import Rejected
from sgpkit.studies.authoring.reading import Proposal
from sgpkit.studies.authoring.words import content, folded

MAX_QUESTION = 400
MAX_OPTION = 160
MIN_CAPTION, MAX_CAPTION = 20, 3000

OF_OTHERS = re.compile(
    r"\W*(?:(?:all|none|neither|both|any|some|either)(?: of)?(?: the)?"
    r" (?:above|below|these|those|others?|options?|answers?)"
    r"(?: options?| answers?| (?:is|are) (?:right|correct|true))?|(?:options?|answers?) [a-d] (?:and|or) [a-d]"
    r"|(?:not enough|insufficient) information.{0,40}"
    r"|(?:it )?(?:cannot|can't|can not) be (?:determined|told|seen|known).{0,40})\W*",
    re.IGNORECASE,
)
OF_CODE = re.compile(
    r"\b(?:source code|(?:svg|tikz|latex|dot|graphviz|postscript|the|this) (?:code|markup|script)"
    r"|(?:svg|tikz|latex|dot|graphviz|postscript|cad) (?:program|file|element)|view ?box|stroke-width"
    r"|path (?:element|data)|hex(?:adecimal)? (?:code|value)s?)\b|<\w+[ >/]",
    re.IGNORECASE,
)
PROGRAM = re.compile(r"<svg\b|\\begin\{|\bdigraph\b|%!PS|\bSOL;|```")
MIN_SHARED = 0.6
"""The share of a question's words from which a question with a subset of its words counts as a repetition."""


# --- one question -----------------------------------------------------------------------------------------------------


def options_fault(proposal: Proposal) -> str:
    """Return why the options or the answer are invalid; "" if they are valid."""
    options = proposal.options
    if len(options) != 4:
        return f"it has {len(options)} options, not four"
    if "" in map(folded, options):
        return "an option is empty"
    seen: dict[str, int] = {}
    for index, option in enumerate(options):
        if (other := seen.setdefault(folded(option), index)) != index:
            return f"two options are the same: {options[other]!r:.60} and {option!r:.60}"
    if proposal.key is None:
        return f"the answer {proposal.answer!r:.60} is none of the options"
    return ""


def wording_fault(proposal: Proposal) -> str:
    """Return why the wording is not acceptable in a benchmark; "" if it is."""
    if len(proposal.question) < 5:
        return "there is no question"
    if len(proposal.question) > MAX_QUESTION:
        return f"the question has {len(proposal.question):,} characters, at most {MAX_QUESTION} are allowed"
    if (longest := max(map(len, proposal.options))) > MAX_OPTION:
        return f"an option has {longest:,} characters, at most {MAX_OPTION} are allowed"
    for option in proposal.options:
        if OF_OTHERS.fullmatch(option):
            return f"an option refers to the other options: {option!r:.60}"
    if match := OF_CODE.search(proposal.question):
        return f"it asks about the program: {match[0]!r}"
    return ""


def caption_fault(caption: str) -> str:
    """Return why a caption is not acceptable in a benchmark; "" if it is."""
    if not MIN_CAPTION <= len(caption) <= MAX_CAPTION:
        return f"it has {len(caption):,} characters, expected {MIN_CAPTION} to {MAX_CAPTION:,}"
    if match := PROGRAM.search(caption):
        return f"it quotes a program: {match[0]!r}"
    return ""


# --- two questions about one drawing ----------------------------------------------------------------------------------


def repeats(one: Proposal, other: Proposal) -> bool:
    """Return whether two questions ask the same.

    The same words in another order ("is the circle left of the square") may ask something else, and then have another
    answer.
    """
    first, second = content(one.question), content(other.question)
    if first == second:
        return True
    if answer_of(one) != answer_of(other):
        return False
    fewer, more = sorted((set(first), set(second)), key=len)
    if fewer == more:
        return True
    same_options = set(map(folded, one.options)) == set(map(folded, other.options))
    return same_options and fewer < more and len(fewer) >= MIN_SHARED * len(more)


def answer_of(proposal: Proposal) -> str:
    """Return the right option, or the answer if it is not an option, in the form that is compared."""
    return folded(proposal.answer if proposal.key is None else proposal.options[proposal.key])


def first_like(proposal: Proposal, earlier: Sequence[Proposal]) -> int | None:
    """Return the index of the first question that asks the same."""
    return next((index for index, other in enumerate(earlier) if repeats(other, proposal)), None)


def describe(rejected: Rejected) -> str:
    """Return the status and reason of a rejection in one line."""
    return f"{rejected.status}: {rejected.reason}"
