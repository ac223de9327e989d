"""Submissions of the toy benchmarks, answered by an engine with known answers, and functions that tamper with a
submission."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import toy
import toy_drawing

from sgpkit.benchmark import Completion
from sgpkit.files import file_digest
from sgpkit.runs import plan, run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import manifest, package, submission, verify

DRAWING = toy_drawing.DRAWING.replacing(
    config="drawing",
)
BENCHMARKS = {"toy": toy.PLAIN, "drawing": DRAWING}


class Guesser:
    """An engine with known answers. Each row, sample and attempt has its own words and times; a drawing compiles at the
    third attempt."""

    def __init__(self, name: Any = "guesser-7b") -> None:
        self.name = name

    def identity(self) -> dict[str, Any]:
        return {"model": self.name, "revision": "c" * 40, "dtype": "bfloat16", "context": 4096, "seed": 3}

    def statistics(self) -> dict[str, Any]:
        return {"engine": "vllm 0.32.0", "processes": 2, "gpus": 4, "cost": 0.5, "currency": "USD"}

    def close(self) -> None:
        """Holds nothing."""

    def generate(self, requests: Any) -> Iterator[Any]:
        for index, request in enumerate(requests):
            number = int(str(request.row["id"]).rpartition("-")[2])
            if "code" in request.row:
                text = request.row["code"] if request.attempt == number % 3 else "no drawing"
            else:
                text = "AB"[(number + request.sample) % 3 % 2]
            yield index, Completion(
                text, thinking="hm " * (1 + request.sample), prompt_tokens=10, completion_tokens=6, cached_tokens=1,
                latency=0.25 + number / 1000 + request.sample / 100_000,
            )  # fmt: skip


def asked(home: Path, config: Any = "toy", name: Any = "run", temperature: float = 1.0, **options: Any) -> Any:
    """Return a scored run."""
    out = home / name
    sampling = {"temperature": temperature}
    run.run(
        BENCHMARKS[config],
        str(home / "data"),
        out,
        plan.Options("baseline", "guesser-7b", sampling=sampling, **options),
    )
    score.score(Run.open(out))
    return out


def submitted(home: Path, config: Any = "toy", name: Any = "run", **options: Any) -> Any:
    return package.package(ScoredRun.open(asked(home, config, name, **options)), home / "submissions").folder


def verified(home: Path, folder: Path, **options: Any) -> Any:
    return verify.verify(folder, str(home / "data"), **options)


def caught(home: Path, folder: Path, kind: Any) -> Any:
    """Return the messages of one kind about a submission that must not verify."""
    report = verified(home, folder)
    assert not report.verified
    assert report.level == "self-reported"
    assert not report.rankable
    messages = [finding.message for finding in report.findings if finding.kind == kind]
    assert messages, report.findings
    return " | ".join(messages)


def edit_responses(folder: Path, change: Any) -> None:
    """Change the responses as a cheater would, with the new hash of the file in the manifest."""
    path = folder / "responses.parquet"
    change(pl.read_parquet(path)).write_parquet(path)
    settle(folder)


def edit_manifest(folder: Path, **groups: Any) -> None:
    path = folder / manifest.FILE
    document = json.loads(path.read_text())
    for group, values in groups.items():
        document[group] = {**document[group], **values} if isinstance(values, dict) and group != "files" else values
    path.write_text(json.dumps(document))


def settle(folder: Path) -> None:
    """Write the hashes of the files into the manifest, and the hash chain that follows from them."""
    edit_manifest(folder, files={name: file_digest(path) for name, path in submission.payload(folder)})
    edit_manifest(folder, chain=manifest.links(manifest.read(folder / manifest.FILE)))


def scored_honestly(home: Path, folder: Path) -> None:
    """Write the current scores of the responses into scores.json."""
    report = verified(home, folder)
    scores = {**json.loads((folder / "scores.json").read_text()), **report.run.figures}
    (folder / "scores.json").write_text(json.dumps(scores))
    settle(folder)
