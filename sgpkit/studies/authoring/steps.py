"""The steps from drawings to candidates that passed every check, ordered by cost.

First, questions about every drawing; an unusable reply is asked for once more. Then the checks that need no model. The
remaining questions are asked without the picture, which costs little, until a guess is wrong, and last with the
picture. No question is asked whose answer cannot change the result.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sgpkit.benchmark import Completion, Messages
from sgpkit.status import Rejected
from sgpkit.studies.authoring import checks, leaks, prompts, reading
from sgpkit.studies.authoring.asker import UNASKED, Asker, Question
from sgpkit.studies.authoring.candidates import Candidate, key_letters, ordered_options
from sgpkit.studies.authoring.drawing import Drawn
from sgpkit.studies.authoring.vocabulary import CAPTION

READABLE, OPTIONS, WORDING, CODE, REPEATED = "reply", "options", "wording", "code", "repeated"
SURPLUS, BLIND, SECOND = "surplus", "blind", "second asking"


class Plan(NamedTuple):
    """The questions to ask about every drawing: `types` with their descriptions, `per_type` questions of each, and
    `guesses` without the picture. `seed` orders options and keys.
    """

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
    def seed_prefix(self) -> str:
        """The prefix of all seeds of random choices."""
        return f"{self.seed}:author"


def candidates(drawn: Sequence[Drawn], plan: Plan, author: Asker, checker: Asker) -> list[Candidate]:
    """Return all candidates in the order of the drawings and types, with the results of the checks."""
    results = propose(drawn, plan, author)
    results = [check_without_model(candidate) for candidate in results]
    results = reject_repetitions(results, plan.per_type)
    for number in range(1, plan.guesses + 1):
        results = guess(results, number, plan, checker)
    results = ask_again(results, plan, checker)
    return hold_back_after_unasked(results)


# --- asking for questions ---------------------------------------------------------------------------------------------


def propose(drawn: Sequence[Drawn], plan: Plan, author: Asker) -> list[Candidate]:
    """Request questions and captions, and once more if the first reply is unusable."""
    wanted = [(one, name) for one in drawn for name in plan.names]
    questions = [first_asking(one, name, plan) for one, name in wanted]
    first = author.ask(questions, "questions")
    parsed = [from_reply(one, name, reply) for (one, name), reply in zip(wanted, first, strict=True)]
    unusable = [index for index, group in enumerate(parsed) if is_unusable(group, first[index])]
    once_more = []
    for index in unusable:
        reply, question = first[index], questions[index]
        assert isinstance(reply, Completion)
        reason = parsed[index][0].reason.removeprefix(f"{READABLE}: ")
        once_more.append(
            question._replace(sample=1, messages=prompts.again(question.messages, reply.text, reason, plan.texts))
        )
    second = author.ask(once_more, "questions, once more")
    for index, reply in zip(unusable, second, strict=True):
        parsed[index] = from_reply(*wanted[index], reply, again=True)
    return [candidate for group in parsed for candidate in group]


def is_unusable(group: Sequence[Candidate], reply: Completion | str) -> bool:
    """Return whether to ask once more. A prompt that was too long would be even longer then."""
    too_large = isinstance(reply, Completion) and reply.finish_reason == "too_large"
    return all(candidate.failed == READABLE for candidate in group) and not too_large


def first_asking(drawn: Drawn, name: str, plan: Plan) -> Question:
    """Return the request for questions of a type, or for a caption."""
    messages: Messages
    if name == CAPTION:
        messages = prompts.caption(drawn, plan.texts)
    else:
        messages = prompts.ask(drawn, name, plan.types[name], plan.per_type, plan.texts)
    return Question(asking_id(drawn, name), 0, drawn.program.item, messages)


def asking_id(drawn: Drawn, name: str) -> str:
    """Return the id of a request for questions."""
    return f"{drawn.program.item}:{name}"


def from_reply(drawn: Drawn, name: str, reply: Completion | str, again: bool = False) -> list[Candidate]:
    """Return the candidates of one reply; one of number 0 for a reply that has none."""
    empty = Candidate(drawn, name, 0)
    if isinstance(reply, str):
        return [empty.waits(reply)]
    askings = "asked twice" if again else "asked once"
    try:
        if name == CAPTION:
            return [Candidate(drawn, name, 1, caption=reading.caption(reply)).passed(READABLE, askings)]
        proposals = reading.proposals(reply)
    except Rejected as rejected:
        return [empty.fails(READABLE, f"{checks.describe(rejected)}{', asked twice' if again else ''}")]
    return [
        Candidate(drawn, name, number, proposal).passed(READABLE, askings)
        if not proposal.fault
        else Candidate(drawn, name, number, proposal).fails(READABLE, proposal.fault)
        for number, proposal in enumerate(proposals, start=1)
    ]


# --- checks without a model -------------------------------------------------------------------------------------------


def check_without_model(candidate: Candidate) -> Candidate:
    """Return a candidate with the results of the checks that need no model."""
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
    if words := leaks.leaked_words(program.code, program.format, proposal.options, proposal.key):
        return candidate.fails(CODE, f"the program says it in words: {words!r:.80}")
    return candidate.passed(CODE)


def reject_repetitions(candidates: Sequence[Candidate], count: int) -> list[Candidate]:
    """Fail all but the first of a drawing's questions that ask the same, and those beyond `count` of each type."""
    results: list[Candidate] = []
    earlier: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        if candidate.open and candidate.proposal is not None:
            group = earlier.setdefault(candidate.drawn.program.item, [])
            index = checks.first_like(candidate.proposal, [other.proposal for other in group if other.proposal])
            if index is not None:
                candidate = candidate.fails(REPEATED, f"it asks the same as {group[index].id}")
            elif sum(other.type == candidate.type for other in group) == count:
                candidate = candidate.passed(REPEATED).fails(SURPLUS, f"{count} of the type were asked for")
            else:
                candidate = candidate.passed(REPEATED)
                group.append(candidate)
        results.append(candidate)
    return results


# --- checks by a model ------------------------------------------------------------------------------------------------


def guess(candidates: Sequence[Candidate], number: int, plan: Plan, checker: Asker) -> list[Candidate]:
    """Guess once more without the picture at questions that were guessed right each time before."""
    indices = [
        index for index, candidate in enumerate(candidates) if candidate.open and is_guessable(candidate, number)
    ]
    letters = [key_letters(candidates[index], plan.seed_prefix)[number % 4] for index in indices]
    questions = []
    for index, letter in zip(indices, letters, strict=True):
        candidate = candidates[index]
        assert candidate.proposal is not None
        options = ordered_options(candidate, letter, f"{plan.seed_prefix}:{number}")
        messages = prompts.blind(candidate.proposal.question, options, plan.texts)
        questions.append(Question(candidate.id, number, candidate.drawn.program.item, messages, options))
    results = list(candidates)
    replies = checker.ask(questions, f"guesses without the picture, {number} of {plan.guesses}")
    for index, letter, question, reply in zip(indices, letters, questions, replies, strict=True):
        results[index] = after_guess(results[index], letter, question, reply, number, plan)
    return results


def is_guessable(candidate: Candidate, number: int) -> bool:
    """Return whether a question is to be guessed at for the given time."""
    if candidate.proposal is None:
        return False
    return number == 1 or candidate.checks.get(BLIND) == f"right {number - 1} of {number - 1} times"


def after_guess(
    candidate: Candidate, letter: str, question: Question, reply: Completion | str, number: int, plan: Plan
) -> Candidate:
    """Return a candidate with the result of a guess."""
    if isinstance(reply, str):
        return candidate.waits(reply)
    try:
        answer = reading.answer(reply, question.options)
    except Rejected as rejected:
        answer = str(rejected.status)  # it names no option, so the answer was not guessed
    if answer != letter:
        return candidate.passed(BLIND, f"right {number - 1} of {number} times")
    if number == plan.guesses:
        times = "at once" if number == 1 else f"each of {number} times"
        return candidate.fails(BLIND, f"guessed right without the picture {times}", f"right {number} of {number} times")
    return candidate.passed(BLIND, f"right {number} of {number} times")


def ask_again(candidates: Sequence[Candidate], plan: Plan, checker: Asker) -> list[Candidate]:
    """Ask with the picture and with the options in another order: the same option must be the only right one."""
    indices = [index for index, candidate in enumerate(candidates) if candidate.open]
    questions = [second_asking(candidates[index], plan) for index in indices]
    results = list(candidates)
    for index, question, reply in zip(indices, questions, checker.ask(questions, "second askings"), strict=True):
        candidate = results[index]
        if isinstance(reply, str):
            results[index] = candidate.waits(reply)
            continue
        try:
            if candidate.proposal is None:
                agreed, reason = reading.agrees(reply), "it contains a false statement"
            else:
                answer = reading.answer(reply, question.options)
                agreed = answer == key_letters(candidate, plan.seed_prefix)[0]
                reason = {
                    reading.SEVERAL: "more than one option is right",
                    reading.NONE: "no option is right",
                }.get(answer) or f"the answer was {question.options[prompts.LETTERS.index(answer)]!r:.80}"
        except Rejected as rejected:
            agreed, reason = False, checks.describe(rejected)
        results[index] = candidate.passed(SECOND, "the same answer") if agreed else candidate.fails(SECOND, reason)
    return results


def second_asking(candidate: Candidate, plan: Plan) -> Question:
    """Return a question with its options in another order, or the question whether a caption is true."""
    item = candidate.drawn.program.item
    if candidate.proposal is None:
        messages = prompts.caption_check(candidate.drawn, candidate.caption, plan.texts)
        return Question(f"{candidate.id}:check", 0, item, messages)
    options = ordered_options(candidate, key_letters(candidate, plan.seed_prefix)[0], plan.seed_prefix)
    messages = prompts.check(candidate.drawn, candidate.proposal.question, options, plan.texts)
    return Question(candidate.id, 0, item, messages, options)


def hold_back_after_unasked(candidates: Sequence[Candidate]) -> list[Candidate]:
    """If the engine stopped, make all candidates after the first unasked one wait. Keys are assigned in order, so they
    are the same whether a command was interrupted or not.
    """
    results: list[Candidate] = []
    stopped = False
    for candidate in candidates:
        stopped = stopped or candidate.waiting == UNASKED
        hold = stopped and candidate.kept
        results.append(candidate.waits("others before it are not asked yet") if hold else candidate)
    return results
