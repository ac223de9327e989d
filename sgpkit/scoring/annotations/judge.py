"""Have a model judge the responses of a run by one of its benchmark's rubrics. See `judged` for what is kept."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import sgpkit
from sgpkit import engines, families, judging
from sgpkit.benchmark import NOTHING, Benchmark, Judge, Messages
from sgpkit.engines import Setup
from sgpkit.errors import UserError
from sgpkit.runs import folder as run_folder
from sgpkit.runs import lock, preflight
from sgpkit.runs import prompts as prompt_texts
from sgpkit.runs.asking import ask_all
from sgpkit.runs.conversation import Dialogue, key_of, take_known
from sgpkit.runs.lock import log_path
from sgpkit.runs.progress import Progress
from sgpkit.runs.responses import Response, ResponseLog
from sgpkit.runs.run import opened
from sgpkit.scoring.annotations import judged
from sgpkit.scoring.annotations.judged import Subject
from sgpkit.scoring.score import asked_data
from sgpkit.status import Rejected


class Judging(NamedTuple):
    """The judge's name, the counts that `score` will give, what this call did, and why the engine asked no more."""

    name: str
    figures: Mapping[str, Any]
    session: dict[str, Any]
    stopped: str = ""


def judge(
    folder: Path,
    engine_name: str,
    model: str,
    rubric: str | None = None,
    name: str | None = None,
    prompts: Path | None = None,
    source: str | None = None,
    sampling: Mapping[str, Any] = NOTHING,
    engine_options: Mapping[str, Any] = NOTHING,
) -> Judging:
    """Ask about every response that was not judged before; an engine's failure is asked again."""
    facts = run_folder.read_facts(folder)
    benchmark = families.get(facts["config"])
    rubric = chosen(benchmark, rubric)
    if engine_name == "baseline":
        raise UserError(
            "a baseline knows the key and judges nothing; name an engine that asks a model: see sgpkit list"
        )
    rules = benchmark.judges[rubric]
    texts = dict(rules.texts) | prompt_texts.read(prompts, rules.texts, f"the rubric {rubric!r}")
    name = name or spelled(f"{Path(model).stem}-{rubric}")
    if name != spelled(name):
        raise UserError(f"--name {name!r}: expected letters, digits, dots, dashes and underscores")
    with lock.alone(folder):
        responses = run_folder.read_counted(folder)
        loaded = asked_data(facts, benchmark, source)
        by_id = {str(row["id"]): row for row in loaded.rows}
        asked_with = {"mode": facts["mode"], "setting": facts["setting"]}
        rows = [by_id[identifier] | asked_with for identifier in responses["id"]]
        sampled = dict(judging.SAMPLING) | dict(sampling)
        setup = Setup(model, benchmark, loaded.rows, loaded.examples, sampled, engine_options)
        out = folder / judged.FOLDER / name
        with opened(engine_name, setup) as engine:
            asked: dict[str, Any] = {
                "sgpkit": sgpkit.__version__,
                "config": benchmark.config,
                "engine": engines.answering(engine_name, engine_options),
                "model": Path(model).name if engine_name == "replay" else model,
                "identity": dict(engine.identity()),
                "sampling": sampled,
                "rubric": rubric,
                "texts": texts,
                "begun": datetime.now(UTC).isoformat(),
            }
            asked |= {"begun": earlier["begun"]} if (earlier := same_judge(out, asked)) else {}
            out.mkdir(parents=True, exist_ok=True)
            parameters = judged.parameters(asked)
            subjects = judged.subjects(loaded.digest, rows, responses)
            known = run_folder.load(out)
            run_folder.write_facts(out, asked | {"complete": False})
            noted, dialogues = conversations(rules, texts, subjects, parameters, known, log_path(out, None))
            if pending := [dialogue for dialogue in dialogues if not dialogue.finished]:
                preflight.check(engine_name, setup, pending)
            progress = Progress(engine, "verdicts")
            stopped = ask_all(engine, parameters, dialogues, known, log_path(out, None), progress=progress).stopped
            session = progress.session()
        counted = [(dialogue.keys, dialogue.last) for dialogue in dialogues if dialogue.finished and dialogue.last]
        run_folder.compact(out, [*noted, *counted], known)
        figures = judged.readings(folder, benchmark, rows, responses, loaded.digest).figures[name]
        run_folder.write_facts(out, asked | {"complete": figures["waiting"] == 0, "stopped": stopped})
    return Judging(name, figures, session, stopped)


def conversations(
    rules: Judge,
    texts: Mapping[str, str],
    subjects: Sequence[Subject],
    parameters: str,
    known: dict[str, Response],
    log: Path,
) -> tuple[list[tuple[list[str], Response]], list[Dialogue]]:
    """What shows nothing, noted at once; and a conversation about each other response. Only those that are not at
    their end have something painted for them."""
    noted: dict[int, Response] = {}
    dialogues: dict[int, Dialogue] = {}
    waiting = []
    for subject in subjects:
        dialogue = subject.dialogue(rules)
        first = known.get(key_of(dialogue, parameters))
        if first is not None and first.completion.finish_reason == judged.NOTHING_SHOWN:
            noted[subject.place] = first
        elif take_known(dialogue, parameters, known):
            dialogues[subject.place] = dialogue
        else:
            waiting.append(subject)
    questions = ask(rules, waiting, texts)
    kept = ResponseLog(log)
    try:
        for subject, question in zip(waiting, questions, strict=True):
            if isinstance(question, Rejected):
                response = judged.nothing_shown(subject, rules, parameters, question)
                kept.append(response)
                known[response.key] = noted[subject.place] = response
            else:
                dialogues[subject.place] = subject.dialogue(rules, question)
    finally:
        kept.close()
    pairs = [([noted[place].key], noted[place]) for place in sorted(noted)]
    return pairs, [dialogues[place] for place in sorted(dialogues)]


def ask(rules: Judge, waiting: Sequence[Subject], texts: Mapping[str, str]) -> "list[Messages | Rejected]":
    if not waiting:
        return []
    return rules.ask([each.row for each in waiting], [each.completion for each in waiting], texts)


def chosen(benchmark: Benchmark, rubric: str | None) -> str:
    if not benchmark.judges:
        config = benchmark.config
        raise UserError(f"{config} is scored without a judge: sgpkit score says all there is to say of its runs")
    if rubric is not None:
        judged.judge_of(benchmark, rubric)
    return rubric or next(iter(benchmark.judges))


def same_judge(out: Path, asked: Mapping[str, Any]) -> dict[str, Any] | None:
    """What is noted of the judge of this name; refuses to mix two in one folder."""
    if not (out / "run.json").exists():
        return None
    earlier = run_folder.read_facts(out, judged.FACTS)
    for fact in ("engine", "model", "identity", "sampling", "rubric", "texts"):
        if earlier[fact] != asked[fact]:
            was, now = (f"{each[fact]!r:.120}" for each in (earlier, asked))
            raise UserError(f"{out} holds another judge: its {fact} was {was}, is {now}\nGive this one a --name.")
    return earlier


def spelled(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip(".-") or "judge"


def outcome(folder: Path, judged: Judging) -> str:
    """How the judging stands after a call, and what comes next."""
    figures = judged.figures
    told = f"stopped: {judged.stopped}\n" if judged.stopped else ""
    told += f"{folder}: {figures['judged']:,} judged by {judged.name}"
    told += f", {figures['unreadable']:,} verdicts could not be read" if figures["unreadable"] else ""
    told += f", {figures['nothing_shown']:,} showed nothing" if figures["nothing_shown"] else ""
    waiting = f"; {figures['waiting']:,} have no verdict: run again to ask for them" if figures["waiting"] else ""
    return f"{told}{waiting}. Next: sgpkit score {folder}"
