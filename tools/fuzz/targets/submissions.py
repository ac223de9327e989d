"""Submissions, which come from strangers: manifest, scores, results for the model's page, retraction, responses."""

from pathlib import Path

from sgpkit.submission import answers, eval_results, manifest, submission
from sgpkit.untrusted import json_values
from tools.fuzz.target import Broken, Target, of_file, seeds, words
from tools.fuzz.targets.written_files import COUNTED, FILES, JSON_WORDS, dumped, of_rows, parquet

HASH = "0" * 64
MANIFEST = {
    "format": manifest.FORMAT,
    "model": {
        "id": "org/m",
        "commit": "c" * 40,
        "tokenizer": None,
        "chat_template": None,
        "dtype": "bfloat16",
        "quantization": None,
        "adapter": None,
    },
    "engine": {"name": "vllm", "version": "1", "parallelism": 2, "context": 4096, "identity": {"model": "org/m"}},
    "dataset": {
        "repo": "org/sgp-bench",
        "commit": "d" * 40,
        "config": "sgp-svg",
        "split": "test",
        "sha256": HASH,
        "rows": 2,
        "limit": None,
        "lite": None,
        "examples_from": "train",
    },
    "prompt": {"strategy": "zero-shot", "mode": "text", "setting": "", "texts": {}, "sha256": HASH},
    "sampling": {"parameters": {"temperature": 0.0}, "seed": 0, "n": 1, "resample": 1},
    "toolkit": {"sgpkit": "1", "python": "3", "packages": {"polars": "1"}, "sandbox": "bubblewrap", "renderer": None},
    "score": {
        "name": "accuracy",
        "value": 0.5,
        "standard_error": 0.1,
        "low": 0.4,
        "high": 0.6,
        "method": "wilson",
        "n": 2,
        "clusters": 2,
    },
    "statuses": {"ok": 2},
    "usage": {
        "prompt_tokens": 1,
        "completion_tokens": 1,
        "thinking_tokens": 0,
        "cached_tokens": 0,
        "attempts": 2,
        "latency_p50": 0.5,
        "latency_p95": 1.0,
        "requests": 2,
        "seconds": 3.5,
        "gpu_hours": None,
        "cost": 0.5,
        "currency": "USD",
    },
    "judges": [{"folder": "judged/a", "id": "a", "engine": "endpoint", "identity": {}}],
    "files": {"responses.parquet": HASH, "scores.json": HASH},
    "submitter": "somebody",
    "date": "2026-01-31",
    "verification": "self-reported",
    "unrankable": ["a reason"],
}
RESULT = """\
- dataset:
    id: org/sgp-bench
    task_id: sgp-svg
    revision: dddd
  value: 0.5
  date: '2026-01-31'
  source: {url: https://example.org, name: a}
  notes: accuracy; n = 1
"""


def stated(path: Path) -> None:
    """Check that a manifest that can be read can be written, and reads the same again."""
    result = manifest.read(path)
    again = path.with_name("again.json")
    manifest.write(again, result)
    if manifest.read(again) != result:
        raise Broken("a manifest reads differently when it is written again")
    eval_results.as_text(result, "https://example.org")


def scores(path: Path) -> None:
    json_values.read_object(path)


def retracted(path: Path) -> None:
    reason = submission.retraction(path.parent)
    if not reason:
        raise Broken("a retraction without a reason")


def results(path: Path) -> None:
    for result in eval_results.read(path)[:1]:
        result.get("source", {}).get("url", "").encode()


def responses(path: Path) -> None:
    table, findings = answers.read(path)
    if len(findings) < table.height:
        raise Broken(f"{table.height} lines, and {len(findings)} responses")


TARGETS = (
    Target(
        "manifest",
        of_file("manifest/manifest.json", stated),
        dumped(MANIFEST),
        (
            *JSON_WORDS,
            *words('"repo" "score" "files" "../../x" "/etc" "2026-02-30" "\\u2028" true 0.5 -1 9e99 "config"'),
        ),
        FILES,
    ),
    Target(
        "submitted-scores",
        of_file("submitted/scores.json", scores),
        dumped({"value": 0.5, "n": 2, "statuses": {"ok": 2}}),
        JSON_WORDS,
        FILES,
    ),
    Target("retraction", of_file("gone/retracted.json", retracted), dumped({"reason": "x"}), JSON_WORDS, FILES),
    Target(
        "eval-results",
        of_file("results/a.yaml", results),
        seeds(RESULT),
        words("- : dataset: source: url: value: & * !!python/object: {} [] | > <<: 2026-02-30 .nan ~ *a &a"),
        FILES,
    ),
    Target("submitted-rows", of_rows("rows/responses.parquet", responses), dumped([COUNTED]), JSON_WORDS, FILES),
    Target("submitted-parquet", of_file("rows2/responses.parquet", responses), (parquet([COUNTED]),), (), FILES),
)
