"""Estimate a run before it starts: rows, tokens, money or GPU hours, and prompts that cannot be asked.

Later turns of a conversation depend on the replies; they are counted as if the model gave the reference answer.
Completions are assumed to be as long as those in the run folder, if any, or else as long as the reference answers; the
token limit is the upper bound. Of large runs, an evenly spaced sample is counted.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit import engines, statistics
from sgpkit.benchmark import Completion, Messages, messages
from sgpkit.engines import ModelProperties
from sgpkit.runs import folder, preflight, responses
from sgpkit.runs.conversation import Dialogue, parameters_key, take_known
from sgpkit.runs.plan import Plan
from sgpkit.runs.run import open_engine

COUNTED = 4000
"""The largest number of conversations that are all counted; of more, a sample of this size is counted."""

MAX_TURNS = 50


class Turns(NamedTuple):
    """The turns of one conversation: prompt tokens of each, and whether a picture is shown."""

    prompts: tuple[int, ...]
    answer: int
    pictured: bool


@dataclass(frozen=True)
class Estimate:
    """The expected size and cost of a run: requests, tokens, and the conversations that cannot be asked."""

    rows: int
    conversations: int
    answered: int
    requests: int
    tokens_in: int
    tokens_out: int
    most_out: int | None
    likely_by: str
    too_large: int
    cut_short: int
    blind: int
    counted: int
    rate: float | None
    measure: ModelProperties
    model: str
    drawings: int = 0
    undetectable: float | None = None


def estimate(planned: Plan, out: Path) -> Estimate:
    """Estimate the size and cost of a run. Writes nothing, and asks no model."""
    options, setup = planned.options, planned.setup
    measure = engines.measure_anywhere(options.engine, setup)
    dialogues = planned.of_share().dialogues()
    known = responses.load(out, owned=()) if out.is_dir() else {}
    pending = dialogues
    if known:
        with open_engine(options.engine, setup) as engine:
            parameters = parameters_key(planned.identity(engine) | dict(setup.sampling))
        pending = [dialogue for dialogue in dialogues if not take_known(dialogue, parameters, known)]
    sample = (
        pending if len(pending) <= COUNTED else [pending[index * len(pending) // COUNTED] for index in range(COUNTED)]
    )
    scale = len(pending) / max(len(sample), 1)
    turns = [turns_of(planned, dialogue, measure) for dialogue in sample]
    asked = [
        conversation
        for conversation in turns
        if preflight.fits(measure, conversation.prompts[0]) and not (conversation.pictured and measure.images is False)
    ]
    requests = sum(len(conversation.prompts) for conversation in asked)
    lengths = [
        response.completion.completion_tokens for response in known.values() if response.completion.completion_tokens
    ]
    limit = setup.sampling.get("max_tokens")
    likely = (
        [sum(lengths) / len(lengths)] * requests
        if lengths
        else [conversation.answer for conversation in asked for _ in conversation.prompts]
    )
    bounded = [min(length, limit) if limit else length for length in likely]
    sizes = list(Counter(str(row["cluster"]) for row in planned.rows).values())
    return Estimate(
        rows=len(planned.rows),
        conversations=len(dialogues),
        answered=len(dialogues) - len(pending),
        requests=round(requests * scale),
        tokens_in=round(sum(sum(conversation.prompts) for conversation in asked) * scale),
        tokens_out=round(sum(bounded) * scale),
        most_out=round(requests * scale) * limit if limit else None,
        likely_by=f"the {len(lengths):,} earlier answers" if lengths else "reference answers",
        too_large=round(sum(not preflight.fits(measure, max(conversation.prompts)) for conversation in turns) * scale),
        cut_short=round(sum(is_cut_short(measure, conversation, limit) for conversation in turns) * scale),
        blind=round(sum(conversation.pictured for conversation in turns) * scale) if measure.images is False else 0,
        counted=len(sample),
        rate=rate(out),
        measure=measure,
        model=setup.model,
        drawings=len(sizes),
        undetectable=statistics.undetectable(sizes),
    )


def rate(out: Path) -> float | None:
    """Return the tokens per second of the calls recorded in a run folder; None if there are too few calls."""
    sessions = folder.read_metadata(out).get("sessions", []) if (out / "run.json").exists() else []
    used = sum(session["prompt_tokens"] + session["completion_tokens"] for session in sessions)
    seconds = sum(session["seconds"] for session in sessions)
    return used / seconds if used and seconds >= 1 else None


def turns_of(planned: Plan, dialogue: Dialogue, measure: ModelProperties) -> Turns:
    """Count a conversation's prompts, with the reference as every reply. The dialogue cannot be used afterwards."""
    reference = planned.benchmark.evidence.reference(dialogue.row)
    asked: Messages | None = dialogue.messages
    prompts: list[int] = []
    pictured = False
    while asked is not None and len(prompts) < MAX_TURNS:
        prompts.append(measure.count(asked))
        pictured = pictured or preflight.has_image(asked)
        if dialogue.conversation is None:
            break
        try:
            asked = dialogue.conversation.send(Completion(reference))
        except StopIteration:
            asked = None
    return Turns(tuple(prompts), measure.count(messages(reference)), pictured)


def is_cut_short(measure: ModelProperties, turns: Turns, limit: int | None) -> bool:
    """Return whether the longest prompt fits, but leaves less than the completion may take."""
    longest = max(turns.prompts)
    return measure.context is not None and longest < measure.context < longest + (limit or 0)


def as_json(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate as the command line prints it with --json; costs have the likely and the highest amount."""
    measure = estimate.measure
    known = {name: value for name, value in vars(estimate).items() if name != "measure"}
    prices = {"cost": measure.cost, "gpu_hours": measure.gpu_hours}
    tokens = (estimate.tokens_out, estimate.most_out)
    amounts = {
        name: [None if out is None else price(estimate.tokens_in, out) for out in tokens]
        for name, price in prices.items()
        if price is not None
    }
    about = {"exact": measure.exact, "context": measure.context, "currency": measure.currency, "notes": measure.notes}
    return {**known, **about, **amounts}


def as_text(estimate: Estimate) -> str:
    """Return an estimate as a table for the terminal."""
    measure = estimate.measure
    exact = "exact, by the model's tokenizer" if measure.exact else "estimated from characters"
    lines = [
        f"rows          {estimate.rows:,}: {estimate.conversations:,} conversations, {estimate.answered:,} answered",
        f"requests      {estimate.requests:,}",
        f"tokens in     {estimate.tokens_in:,} ({exact})",
        f"tokens out    likely {estimate.tokens_out:,} (based on the length of {estimate.likely_by})"
        + (f", at most {estimate.most_out:,}" if estimate.most_out is not None else ""),
    ]
    if estimate.counted < estimate.conversations - estimate.answered:
        lines[1] += f" (counted on {estimate.counted:,} conversations)"
    lines += [f"cost          {price}" for price in [in_range(estimate, measure.cost, measure.currency)] if price]
    lines.append(f"time          {in_hours(estimate)}")
    lines += [f"GPU time      {hours}" for hours in [in_range(estimate, measure.gpu_hours, "GPU hours")] if hours]
    if measure.context is not None:
        lines.append(
            f"context       {measure.context:,} tokens: {estimate.too_large:,} prompts do not fit and get no answer"
        )
        if estimate.cut_short:
            lines.append(f"              {estimate.cut_short:,} prompts leave less than --max-tokens for the answer")
    if estimate.blind:
        lines.append(
            f"cannot run    {estimate.blind:,} conversations contain a picture, which {estimate.model} does not accept"
        )
    lines.append(f"power         {power_in_words(estimate)}")
    lines += ["note          " + note.replace("\n", f"\n{'':14}") for note in measure.notes]
    return "\n".join(lines)


def power_in_words(estimate: Estimate) -> str:
    """Return the detectable difference between two such runs, and its assumptions."""
    size = f"{estimate.rows:,} rows of {estimate.drawings:,} drawings"
    if estimate.undetectable is None:
        return f"too few drawings ({estimate.drawings:,}) to detect a difference between two models"
    return (
        f"differences between two models below {estimate.undetectable * 100:.1f} points cannot be detected\n"
        f"{'':14}({size}; 80 % power at 5 %, if they differ on 1 row of 5)"
    )


def in_hours(estimate: Estimate) -> str:
    """Return the expected duration as text, or how to find it out if there are no answers yet."""
    if estimate.rate is None:
        return "unknown until the model has answered some rows; run with --limit 100 first"
    hours = (estimate.tokens_in + estimate.tokens_out) / estimate.rate / 3600
    return f"likely {hours:,.2f} hours at {estimate.rate:,.0f} tokens per second, the speed so far"


def in_range(estimate: Estimate, price: Any, unit: str) -> str:
    """Return the likely and the highest amount at a price, with its unit; "" without a price."""
    if price is None:
        return ""
    text = f"likely {price(estimate.tokens_in, estimate.tokens_out):,.2f}"
    if estimate.most_out is not None:
        text += f", at most {price(estimate.tokens_in, estimate.most_out):,.2f}"
    return f"{text} {unit}".strip()
