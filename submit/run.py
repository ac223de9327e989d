"""Ask an engine every row of a config, and keep what it answers.

Conversations are asked turn by turn, all rows of a turn in one batch. Each completion is keyed by all that it depends
on (engine, model, parameters, messages, images, sample, turn and attempt), so a second run asks only for what is
missing. With resampling, a conversation whose end does not compile is begun anew; which attempt that was need not be
remembered, since the same completions lead there again.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter
from typing import Any

from tqdm import tqdm

import sgpkit
from sgpkit import engines
from sgpkit.benchmark import Ask, Benchmark, Completion, Conversation, Messages, Row
from sgpkit.engines import Engine, Request
from sgpkit.errors import UserError, nearest
from sgpkit.files import locked
from submit import data, run_folder
from submit.run_folder import Response


@dataclass(frozen=True)
class Options:
    """What `sgpkit run` was asked to do."""

    engine: str
    model: str
    strategy: str | None = None
    mode: str | None = None
    setting: str | None = None
    n: int | None = None
    temperature: float | None = None
    limit: int | None = None
    resample: int | None = None
    prompts: Path | None = None
    engine_options: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Dialogue:
    """One conversation under way: the strategy's generator, or its one message list."""

    row: Row
    sample: int
    messages: Messages
    conversation: Conversation | None
    attempt: int = 0
    replies: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    last: Response | None = None

    @property
    def finished(self) -> bool:
        return self.last is not None and self.last.final

    def begin_anew(self, asked: Messages | Conversation) -> None:
        self.messages, self.conversation = opening(asked)
        self.attempt += 1
        self.replies, self.keys, self.last = [], [], None


def run(benchmark: Benchmark, source: str, out: Path, options: Options) -> dict[str, Any]:
    """Ask whatever is missing in the run folder `out`; returns the facts in its run.json."""
    strategy_name = choose("strategy", options.strategy, benchmark.strategies)
    mode = choose("mode", options.mode, benchmark.modes)
    setting = choose("setting", options.setting, benchmark.settings)
    if benchmark.score is None:
        raise UserError(f"{benchmark.config} is for training only and is never scored")
    sampling = dict(benchmark.sampling)
    sampling |= {"n": options.n} if options.n is not None else {}
    sampling |= {"temperature": options.temperature} if options.temperature is not None else {}
    resample = options.resample or 1
    if resample > 1:
        refuse_vain_resampling(benchmark, options.engine, sampling)
    loaded = data.load(source, benchmark)
    texts = read_texts(options.prompts, benchmark)
    engine = engines.open_engine(
        options.engine, options.model, benchmark, loaded.rows, loaded.examples, options.engine_options
    )
    rows = [row for row in loaded.rows if benchmark.applies is None or benchmark.applies(row, mode)][: options.limit]
    if not rows:
        raise UserError(f"no row of {benchmark.config} has what the mode {mode!r} shows; try one of the other modes")
    facts = {
        "sgpkit": sgpkit.__version__,
        "config": benchmark.config,
        "engine": options.engine,
        "model": options.model,
        "identity": dict(engine.identity()),
        "strategy": strategy_name,
        "mode": mode,
        "setting": setting,
        "sampling": {name: value for name, value in sampling.items() if name != "n"},
        "n": sampling.get("n", 1),
        "resample": resample,
        "limit": options.limit,
        "rows": len(rows),
        "texts": texts,
        "data": loaded.facts(),
    }
    ask = Ask(mode, setting, texts, loaded.examples)
    strategy = benchmark.strategies[strategy_name]
    with locked(out):
        run_folder.refuse_other_run(out, facts)
        started = datetime.now(UTC).isoformat(timespec="seconds")
        run_folder.write_facts(out, facts | {"started": started, "complete": False})
        dialogues = [
            Dialogue(row, sample, *opening(strategy(row, ask))) for row in rows for sample in range(facts["n"])
        ]
        known = run_folder.load(out)

        def renew(finished: list[Dialogue]) -> list[Dialogue]:
            renewed = not_compiling(benchmark, finished, resample)
            for dialogue in renewed:
                dialogue.begin_anew(strategy(dialogue.row, ask))
            return renewed

        ask_all(engine, facts["identity"] | facts["sampling"], dialogues, known, out, renew)
        counted = [(dialogue.keys, dialogue.last) for dialogue in dialogues if dialogue.last is not None]
        used = {key for keys, _ in counted for key in keys}
        rest = [response for response in known.values() if response.key not in used]
        run_folder.compact(out, counted, rest)
        failed = sum(response.completion.finish_reason == "error" for _, response in counted)
        facts |= {
            "started": started,
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "complete": failed == 0 and len(counted) == len(dialogues),
            "failed": failed,
            "attempts": sum(response.attempt + 1 for _, response in counted),
        }
        run_folder.write_facts(out, facts)
    return facts


def choose(what: str, name: str | None, known: Sequence[str] | Mapping[str, Any]) -> str:
    names = list(known)
    if name is None:
        return names[0]
    if name not in names:
        raise UserError(f"unknown {what} {name!r}{nearest(name, names)}")
    return name


def read_texts(folder: Path | None, benchmark: Benchmark) -> dict[str, str]:
    """Prompt texts that the user sets in place of ours: DIR/NAME.txt, with the same placeholders or fewer."""
    if folder is None:
        return {}
    if not folder.is_dir():
        raise UserError(f"--prompts {folder}: no such folder")
    texts = {}
    for path in sorted(folder.glob("*.txt")):
        if path.stem not in benchmark.texts:
            raise UserError(
                f"{path}: {benchmark.config} has no text {path.stem!r}{nearest(path.stem, benchmark.texts)}"
            )
        text = path.read_text(encoding="utf-8").removesuffix("\n")
        try:
            unknown = placeholders(text) - placeholders(benchmark.texts[path.stem])
        except ValueError as error:
            raise UserError(f"{path}: {error}; write a brace that is no placeholder twice") from None
        if unknown:
            raise UserError(f"{path}: unknown placeholder {{{min(unknown)}}}; write a brace that is none twice")
        texts[path.stem] = text
    if not texts:
        raise UserError(f"--prompts {folder}: no .txt file in it; the texts are {', '.join(benchmark.texts)}")
    return texts


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def opening(asked: Messages | Conversation) -> tuple[Messages, Conversation | None]:
    return (asked, None) if isinstance(asked, list) else (next(asked), asked)


def refuse_vain_resampling(benchmark: Benchmark, engine: str, sampling: Mapping[str, Any]) -> None:
    """Asking again needs something that compiles and another answer to come."""
    if benchmark.compiles is None:
        raise UserError(f"{benchmark.config} has no answers that compile, so --resample has nothing to ask for")
    if engine == "replay":
        raise UserError("a replayed file has one completion a sample; --resample needs an engine that answers anew")
    if not sampling.get("temperature"):
        print("sgpkit: --resample at temperature 0 gets the same answers again; give --temperature", file=sys.stderr)


def not_compiling(benchmark: Benchmark, finished: Sequence[Dialogue], attempts: int) -> list[Dialogue]:
    """Those whose answer does not compile and that may be asked once more. An engine's failure is no answer."""
    judged = [
        (dialogue, dialogue.last.completion)
        for dialogue in finished
        if dialogue.attempt + 1 < attempts and dialogue.last and dialogue.last.completion.finish_reason != "error"
    ]
    if not judged or benchmark.compiles is None:
        return []
    compiled = benchmark.compiles([dialogue.row for dialogue, _ in judged], [completion for _, completion in judged])
    return [dialogue for (dialogue, _), good in zip(judged, compiled, strict=True) if not good]


def ask_all(
    engine: Engine,
    parameters: Mapping[str, Any],
    dialogues: list[Dialogue],
    known: dict[str, Response],
    out: Path,
    renew: Callable[[list[Dialogue]], list[Dialogue]] = lambda finished: [],
) -> None:
    """Bring every dialogue to its end, turn by turn, taking what is known and asking for the rest.

    `renew` gets those that came to their end, begins some of them anew and returns these.
    """
    log = run_folder.ResponseLog(out)
    progress = tqdm(total=len(dialogues), desc="responses", disable=None, unit=" rows")
    try:
        active = dialogues
        while active:
            waiting = [dialogue for dialogue in active if not take_known(dialogue, parameters, known)]
            progress.update(len(active) - len(waiting))
            requests = [
                Request(each.row, each.sample, len(each.replies), each.messages, each.attempt) for each in waiting
            ]
            answered = set()
            for index, completion in engine.generate(requests) if requests else ():
                answered.add(index)
                dialogue = waiting[index]
                response = take(dialogue, completion, key_of(dialogue, parameters))
                known[response.key] = response
                log.append(response)
                progress.update(dialogue.finished)
            if len(answered) < len(requests):
                raise RuntimeError(f"the engine answered {len(answered)} of {len(requests)} requests")
            renewed = renew([dialogue for dialogue in active if dialogue.finished])
            progress.update(-len(renewed))
            active = [dialogue for dialogue in active if not dialogue.finished]
    finally:
        progress.close()
        log.close()


def take_known(dialogue: Dialogue, parameters: Mapping[str, Any], known: Mapping[str, Response]) -> bool:
    """Advance through the turns that were answered before; whether the dialogue is finished with them.

    An engine's failure is no answer: it is asked again.
    """
    while not dialogue.finished:
        key = key_of(dialogue, parameters)
        earlier = known.get(key)
        if earlier is None or earlier.completion.finish_reason == "error":
            return False
        take(dialogue, earlier.completion, key)
    return True


def take(dialogue: Dialogue, completion: Completion, key: str) -> Response:
    """Hand a completion to the conversation, which either asks on or is finished."""
    completion = replace(completion, turns=tuple(dialogue.replies))
    dialogue.keys.append(key)
    turn = len(dialogue.replies)
    final = True
    if dialogue.conversation is not None and completion.finish_reason != "error":
        try:
            dialogue.messages = dialogue.conversation.send(completion)
            dialogue.replies.append(completion.text)
            final = False
        except StopIteration:
            final = True
    identifier = str(dialogue.row["id"])
    dialogue.last = Response(key, identifier, dialogue.sample, turn, final, completion, dialogue.attempt)
    return dialogue.last


def key_of(dialogue: Dialogue, parameters: Mapping[str, Any]) -> str:
    """The hash of everything that the next completion of a dialogue depends on."""
    facts = [parameters, dialogue.row["id"], dialogue.sample, len(dialogue.replies), dialogue.messages]
    facts += [dialogue.attempt] if dialogue.attempt else []
    return hashlib.sha256(json.dumps(facts, sort_keys=True, default=hash_bytes).encode()).hexdigest()


def hash_bytes(value: object) -> str:
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    raise TypeError(f"{type(value).__name__} in messages; expected text, numbers and image bytes")
