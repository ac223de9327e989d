"""Replay a run's conversations with the stored answers, without asking a model.

Every prompt is made from the rows and the strategy, and every key is computed from the prompt. So a response is
accepted only if it was given to that prompt, under that identity, as that sample and attempt. A key does not cover the
answer itself; only asking the model again can show whether the model gave it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sgpkit.benchmark import Benchmark
from sgpkit.engines import Setup
from sgpkit.errors import UserError, nearest
from sgpkit.runs import plan
from sgpkit.runs.asking import take_all_known
from sgpkit.runs.conversation import Dialogue, key_of, prompts_digest
from sgpkit.runs.data import Data
from sgpkit.runs.plan import Options, Plan
from sgpkit.runs.prompts import formats, placeholders
from sgpkit.runs.responses import Response
from sgpkit.submissions.manifest import Prompt, Sampling

SAMPLES, ATTEMPTS = 64, 16
"""Numbers of other samples and attempts that are tried to explain an unexpected key."""


@dataclass(frozen=True)
class Retraced:
    """The replayed conversations, the keys of all used responses (including attempts that did not compile), and one
    hash over the first prompt of every row: two runs with the same hash had the same prompts."""

    dialogues: Sequence[Dialogue]
    used: frozenset[str]
    prompts: str


def plan_of(
    benchmark: Benchmark, loaded: Data, prompt: Prompt, sampling: Sampling, limit: int | None, lite: int
) -> Plan:
    """Return the plan of a run with this prompt and sampling, over a subset of `lite` rows (0 for all). Raises
    UserError if there is no such plan.
    """
    strategy = plan.choose("strategy", prompt.strategy, benchmark.prompts.strategies)
    mode = plan.choose("mode", prompt.mode, benchmark.prompts.modes)
    setting = plan.choose("setting", prompt.setting, benchmark.prompts.settings)
    for name, text in prompt.texts.items():
        refuse_odd_text(benchmark, name, text)
    samples, resample = sampling.n, sampling.resample
    if min(samples, resample, 1 if limit is None else limit) < 1:
        raise UserError("n, resample and limit must be at least 1")
    if resample > 1 and not benchmark.can_compile:
        raise UserError(f"{benchmark.config} does not compile answers, so resample must be 1")
    options = Options("", "", limit=limit, lite=lite, resample=resample)
    rows = plan.asked_rows(benchmark, loaded.rows, mode, limit, lite)
    setup = Setup("", benchmark, loaded.rows, loaded.examples, sampling.parameters)
    return Plan(benchmark, options, loaded, rows, strategy, mode, setting, samples, resample, prompt.texts, setup)


def refuse_odd_text(benchmark: Benchmark, name: str, text: str) -> None:
    """Raise UserError for a prompt text with unknown placeholders or format specifications: `str.format` fills it in,
    which an untrusted text could misuse."""
    if name not in benchmark.prompts.texts:
        raise UserError(f"{benchmark.config} has no text {name!r:.60}{nearest(name, benchmark.prompts.texts)}")
    try:
        unknown = placeholders(text) - placeholders(benchmark.prompts.texts[name])
        odd = formats(text) - formats(benchmark.prompts.texts[name])
    except ValueError as error:
        raise UserError(f"text {name}: {error}") from None
    if unknown or odd:
        raise UserError(f"text {name}: unknown placeholder {min(unknown or odd)!r:.60}")


def retrace(
    planned: Plan, pairs: Iterable[tuple[str, int]], parameters: str, known: Mapping[str, Response]
) -> Retraced:
    """Replay conversations with known responses; `pairs` are their rows and samples, which are all in the plan."""
    rows = {str(row["id"]): row for row in planned.rows}
    used: set[str] = set()

    def renew(finished: list[Dialogue]) -> list[Dialogue]:
        used.update(key for dialogue in finished for key in dialogue.keys)
        return planned.renew(finished)

    dialogues = [planned.dialogue(rows[identifier], sample) for identifier, sample in pairs]
    prompts = prompts_digest(dialogue for dialogue in dialogues if dialogue.sample == 0)
    take_all_known(dialogues, parameters, known, renew)
    used.update(key for dialogue in dialogues for key in dialogue.keys)
    return Retraced(dialogues, frozenset(used), prompts)


def explain(planned: Plan, dialogue: Dialogue, key: str, parameters: str, elsewhere: Mapping[str, str]) -> str:
    """Return the reason why the first key of a response does not match. `elsewhere` maps other keys to their owners."""
    if key in elsewhere:
        return f"it is the response to {elsewhere[key]}"
    for sample, attempt in candidates():
        other = planned.dialogue(dialogue.row, sample)
        other.attempt = attempt
        if key_of(other, parameters) == key:
            if (sample, attempt) == (dialogue.sample, 0):
                return "its later turns do not follow from its earlier ones"
            return (
                f"it is attempt {attempt + 1} of sample {sample}: one of several answers was chosen and claimed to be "
                f"sample {dialogue.sample} of {planned.samples}, with at most {planned.resample} attempts"
            )
    return "its row, its prompt, the identity of the model or the sampling differs from the manifest"


def candidates() -> Iterator[tuple[int, int]]:
    """Yield the pairs of sample and attempt that a misplaced response may belong to."""
    return ((sample, attempt) for attempt in range(ATTEMPTS) for sample in range(SAMPLES))
