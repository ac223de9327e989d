"""From drawings to candidates that passed every check: what is asked in which order.

First every question of every drawing; a reply that cannot be used is asked for once more. What is wrong with a question
by itself costs nothing to find and is found next. What is left is asked about without the picture, which costs little,
until a guess is wrong, and last with the picture: nothing is asked whose answer can change nothing.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sgpkit.authoring import checks, prompts, reading, telltale
from sgpkit.authoring.asker import UNASKED, Asker, Question
from sgpkit.authoring.candidates import Candidate, asked_letters, in_order
from sgpkit.authoring.drawing import Drawn
from sgpkit.authoring.vocabulary import CAPTION
from sgpkit.benchmark import Completion, Messages
from sgpkit.status import Rejected

READABLE, OPTIONS, WORDING, CODE, REPEATED = "reply", "options", "wording", "code", "repeated"
SURPLUS, BLIND, SECOND = "surplus", "blind", "second asking"


class Plan(NamedTuple):
    """What is asked of every drawing: `types` to what each asks, `per_type` questions of each, `guesses` without the
    picture. `seed` orders options and keys."""

    types: Mapping[str, str]
    captions: bool
    per_type: int
    guesses: int
    texts: Mapping[str, str]
    seed: int

    @property
    def names(self) -> tuple[str, ...]:
        """The types, with captions as one of them."""
        return (*self.types, *([CAPTION] if self.captions else []))

    @property
    def lot(self) -> str:
        """What everything that is drawn by lot begins from."""
        return f"{self.seed}:author"


def candidates(drawn: Sequence[Drawn], plan: Plan, author: Asker, checker: Asker) -> list[Candidate]:
    """Every candidate in the order of the drawings and types, kept or with what speaks against it."""
    found = proposed(drawn, plan, author)
    found = [by_itself(candidate) for candidate in found]
    found = without_repetitions(found, plan.per_type)
    for number in range(1, plan.guesses + 1):
        found = guessed(found, number, plan, checker)
    found = asked_again(found, plan, checker)
    return up_to_what_is_unasked(found)


# --- asking for questions ---------------------------------------------------------------------------------------------


def proposed(drawn: Sequence[Drawn], plan: Plan, author: Asker) -> list[Candidate]:
    wanted = [(one, name) for one in drawn for name in plan.names]
    asked = [first_asking(one, name, plan) for one, name in wanted]
    first = author.ask(asked, "questions")
    read = [of_reply(one, name, reply) for (one, name), reply in zip(wanted, first, strict=True)]
    unusable = [place for place, group in enumerate(read) if is_unusable(group, first[place])]
    once_more = []
    for place in unusable:
        reply, question = first[place], asked[place]
        assert isinstance(reply, Completion)
        reason = read[place][0].reason.removeprefix(f"{READABLE}: ")
        once_more.append(
            question._replace(sample=1, messages=prompts.again(question.messages, reply.text, reason, plan.texts))
        )
    second = author.ask(once_more, "questions, once more")
    for place, reply in zip(unusable, second, strict=True):
        read[place] = of_reply(*wanted[place], reply, again=True)
    return [candidate for group in read for candidate in group]


def is_unusable(group: Sequence[Candidate], reply: Completion | str) -> bool:
    """Whether to ask once more. A prompt that does not fit would not fit with more in it."""
    too_large = isinstance(reply, Completion) and reply.finish_reason == "too_large"
    return all(candidate.failed == READABLE for candidate in group) and not too_large


def first_asking(drawn: Drawn, name: str, plan: Plan) -> Question:
    messages: Messages
    if name == CAPTION:
        messages = prompts.caption(drawn, plan.texts)
    else:
        messages = prompts.ask(drawn, plan.types[name], plan.per_type, plan.texts)
    return Question(asking_id(drawn, name), 0, drawn.program.item, messages)


def asking_id(drawn: Drawn, name: str) -> str:
    return f"{drawn.program.item}:{name}"


def of_reply(drawn: Drawn, name: str, reply: Completion | str, again: bool = False) -> list[Candidate]:
    """The candidates of one reply; one of number 0 for a reply that has none."""
    empty = Candidate(drawn, name, 0)
    if isinstance(reply, str):
        return [empty.waits(reply)]
    said = "asked twice" if again else "asked once"
    try:
        if name == CAPTION:
            return [Candidate(drawn, name, 1, caption=reading.caption(reply)).passed(READABLE, said)]
        found = reading.proposals(reply)
    except Rejected as rejected:
        return [empty.fails(READABLE, f"{checks.told(rejected)}{', asked twice' if again else ''}")]
    return [
        Candidate(drawn, name, number, proposal).passed(READABLE, said)
        if not proposal.fault
        else Candidate(drawn, name, number, proposal).fails(READABLE, proposal.fault)
        for number, proposal in enumerate(found, start=1)
    ]


# --- what needs no model ----------------------------------------------------------------------------------------------


def by_itself(candidate: Candidate) -> Candidate:
    if not candidate.open:
        return candidate
    if candidate.proposal is None:
        fault = checks.caption_fault(candidate.caption)
        return candidate.fails(WORDING, fault) if fault else candidate.passed(WORDING)
    proposal, program = candidate.proposal, candidate.drawn.program
    if fault := checks.options_fault(proposal):
        return candidate.fails(OPTIONS, fault)
    candidate = candidate.passed(OPTIONS)
    if fault := checks.wording_fault(proposal):
        return candidate.fails(WORDING, fault)
    candidate = candidate.passed(WORDING)
    assert proposal.key is not None
    if words := telltale.told(program.code, program.format, proposal.options, proposal.key):
        return candidate.fails(CODE, f"the program says it in words: {words!r:.80}")
    return candidate.passed(CODE)


def without_repetitions(candidates: Sequence[Candidate], count: int) -> list[Candidate]:
    """Of a drawing's questions that ask the same the first one stays, and of each type no more than were asked for."""
    found: list[Candidate] = []
    earlier: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        if candidate.open and candidate.proposal is not None:
            group = earlier.setdefault(candidate.drawn.program.item, [])
            place = checks.first_like(candidate.proposal, [other.proposal for other in group if other.proposal])
            if place is not None:
                candidate = candidate.fails(REPEATED, f"it asks the same as {group[place].id}")
            elif sum(other.type == candidate.type for other in group) == count:
                candidate = candidate.passed(REPEATED).fails(SURPLUS, f"{count} of the type were asked for")
            else:
                candidate = candidate.passed(REPEATED)
                group.append(candidate)
        found.append(candidate)
    return found


# --- what a model says of them ----------------------------------------------------------------------------------------


def guessed(candidates: Sequence[Candidate], number: int, plan: Plan, checker: Asker) -> list[Candidate]:
    """One more guess without the picture, of those that were guessed right each time before."""
    places = [place for place, candidate in enumerate(candidates) if candidate.open and is_guessable(candidate, number)]
    letters = [asked_letters(candidates[place], plan.lot)[number % 4] for place in places]
    questions = []
    for place, letter in zip(places, letters, strict=True):
        candidate = candidates[place]
        assert candidate.proposal is not None
        options = in_order(candidate, letter, f"{plan.lot}:{number}")
        messages = prompts.blind(candidate.proposal.question, options, plan.texts)
        questions.append(Question(candidate.id, number, candidate.drawn.program.item, messages, options))
    found = list(candidates)
    replies = checker.ask(questions, f"guesses without the picture, {number} of {plan.guesses}")
    for place, letter, question, reply in zip(places, letters, questions, replies, strict=True):
        found[place] = after_guess(found[place], letter, question, reply, number, plan)
    return found


def is_guessable(candidate: Candidate, number: int) -> bool:
    if candidate.proposal is None:
        return False
    return number == 1 or candidate.checks.get(BLIND) == f"right {number - 1} of {number - 1} times"


def after_guess(
    candidate: Candidate, letter: str, question: Question, reply: Completion | str, number: int, plan: Plan
) -> Candidate:
    if isinstance(reply, str):
        return candidate.waits(reply)
    try:
        said = reading.answer(reply, question.options)
    except Rejected as rejected:
        said = str(rejected.status)  # it names no option, so it does not know the answer
    if said != letter:
        return candidate.passed(BLIND, f"right {number - 1} of {number} times")
    if number == plan.guesses:
        times = "at once" if number == 1 else f"each of {number} times"
        return candidate.fails(BLIND, f"guessed right without the picture {times}", f"right {number} of {number} times")
    return candidate.passed(BLIND, f"right {number} of {number} times")


def asked_again(candidates: Sequence[Candidate], plan: Plan, checker: Asker) -> list[Candidate]:
    """With the picture, the options in another order: the same option must be right, and it alone."""
    places = [place for place, candidate in enumerate(candidates) if candidate.open]
    questions = [second_asking(candidates[place], plan) for place in places]
    found = list(candidates)
    for place, question, reply in zip(places, questions, checker.ask(questions, "second askings"), strict=True):
        candidate = found[place]
        if isinstance(reply, str):
            found[place] = candidate.waits(reply)
            continue
        try:
            if candidate.proposal is None:
                agreed, told = reading.agrees(reply), "it says something that is not so"
            else:
                said = reading.answer(reply, question.options)
                agreed = said == asked_letters(candidate, plan.lot)[0]
                told = {
                    reading.SEVERAL: "more than one option is right",
                    reading.NONE: "no option is right",
                }.get(said) or f"the answer was {question.options[prompts.LETTERS.index(said)]!r:.80}"
        except Rejected as rejected:
            agreed, told = False, checks.told(rejected)
        found[place] = candidate.passed(SECOND, "the same answer") if agreed else candidate.fails(SECOND, told)
    return found


def second_asking(candidate: Candidate, plan: Plan) -> Question:
    item = candidate.drawn.program.item
    if candidate.proposal is None:
        messages = prompts.caption_check(candidate.drawn, candidate.caption, plan.texts)
        return Question(f"{candidate.id}:check", 0, item, messages)
    options = in_order(candidate, asked_letters(candidate, plan.lot)[0], plan.lot)
    messages = prompts.check(candidate.drawn, candidate.proposal.question, options, plan.texts)
    return Question(candidate.id, 0, item, messages, options)


def up_to_what_is_unasked(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Where the engine stopped, what comes behind the first that was not asked about waits with it: keys are given in
    order, and so they are the same whether a command was stopped or not."""
    found: list[Candidate] = []
    stopped = False
    for candidate in candidates:
        stopped = stopped or candidate.waiting == UNASKED
        found.append(candidate.waits("others before it are not asked yet") if stopped and candidate.kept else candidate)
    return found
