"""CADTestBench → rows: prompts of 200 parts, abstract and detailed, with the tests that are run on the solid.

    --source cadtestbench=FOLDER

The folder has samples/{abstract,detailed}.parquet and cadtests/… of dimitrismallis/CADTestBench, or JSON lines (also
.gz) with `id, partition, prompt`: the baselines' prompts, without tests.

Fields as of the repository at e29283c. Both prompts of a part share its cluster.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Row, Skipped
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.sandbox.untrusted import documents, tables

from .. import running

SOURCE, LICENSE = "cadtestbench", "MIT"
PARTITIONS = ("abstract", "detailed")
TEST_FIELDS = ("cadtest_id", "cadtest_code", "cadtest_type", "requirement_id")


def rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    """Yield the rows of all prompts."""
    count = 0
    for partition, sample in samples(Path(path)):
        identifier = str(sample.get("sample_id") or sample.get("id"))
        tests = tests_of(Path(path), partition).get(identifier, [])
        count += 1
        name = f"cadtestbench-{identifier}-{partition}"
        if not str(sample.get("prompt") or "").strip():
            yield Skipped(name, "it has no prompt")
            continue
        yield (
            "test",
            {
                "id": name,
                "cluster": identifier,
                "source": SOURCE,
                "license": LICENSE,
                "generator": "",
                "kind": "as published",
                "partition": partition,
                "prompt": str(sample["prompt"]).strip(),
                "predicates": "",
                "tests": json.dumps(tests) if tests else "",
                "tests_hash": running.digest([test["cadtest_code"] for test in tests]) if tests else "",
                "code": "",
            },
        )
    if not count:
        raise UserError(f"{path!r} contains no samples of CADTestBench; expected samples/*.parquet, or JSON lines")


def samples(root: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each sample with its partition."""
    for partition in PARTITIONS:
        file = root / "samples" / f"{partition}.parquet"
        if file.is_file():
            yield from ((partition, record) for record in tables.rows(file, ("sample_id", "prompt")))
    for file in sorted(root.glob("*.jsonl*")) if root.is_dir() else [root]:
        with reading(file, "Fetch it again."):
            records = [documents.value(line) for line in documents.json_lines(file)]
            named = [(str(record["partition"]), record) for record in records]
        yield from named


def tests_of(root: Path, partition: str) -> dict[str, list[dict[str, str]]]:
    """Return the tests of a partition by sample; none without a file."""
    file = root / "cadtests" / f"{partition}.parquet"
    held: dict[str, list[dict[str, str]]] = {}
    if file.is_file():
        for record in tables.rows(file, ("sample_id", *TEST_FIELDS)):
            own = {name: str(record.get(name) or "") for name in TEST_FIELDS}
            held.setdefault(str(record["sample_id"]), []).append(own)
    return held
