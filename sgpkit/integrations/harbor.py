"""Harbor: a config as task folders, `sgpkit export harbor CONFIG`, each with a verifier that scores offline.

    tasks/<id>/task.toml                  names, limits, and which row it is
    tasks/<id>/instruction.md             the prompt, and where to put the answer
    tasks/<id>/environment/Dockerfile     an image with sgpkit
    tasks/<id>/tests/test.sh, row.parquet the verifier: writes reward.json
    tasks/<id>/solution/solve.sh          writes the reference

Harbor copies `tests/` into the container after the agent has finished. A task is asked in the config's first mode
without pictures and first strategy with one turn. Format: https://www.harborframework.com/docs/tasks.
"""

import base64
import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import sgpkit
from sgpkit.benchmark import Benchmark, Completion, Row, Score, families
from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.graphics import formats
from sgpkit.integrations import tasks, texts
from sgpkit.runs.plan import Plan
from sgpkit.status import Status

SCHEMA = "1.1"
ANSWER = "/app/answer.txt"
REWARDS = "/logs/verifier"
PACKAGES = ("bubblewrap", "graphviz", "ghostscript", "poppler-utils")
"""Debian packages of the image for every config; a format adds its own."""

INSTRUCTION = """\
{prompt}

Write your whole answer to the file `{answer}`, as you would send it as a reply.
"""

DOCKERFILE = """\
FROM python:3.12-slim
RUN apt-get update && apt-get install --yes --no-install-recommends {packages} && rm -rf /var/lib/apt/lists/*
RUN pip install --no-cache-dir {requirement}
WORKDIR /app
"""

TEST = """\
#!/bin/bash
# Scores the answer without a network, and writes the reward.
exec python -m sgpkit.integrations.harbor "$(dirname "$0")" "${ANSWER:-%s}" "${REWARDS:-%s}"
"""

SOLUTION = """\
#!/bin/bash
base64 --decode >"${ANSWER:-%s}" <<'END'
%s
END
"""

TASK = """\
schema_version = "{schema}"

[task]
name = {name}
description = {description}
keywords = {keywords}

[metadata]
config = {config}
row = {row}
strategy = {strategy}
mode = {mode}
cluster = {cluster}
license = {license}
canary = {canary}
sgpkit_version = {version}

[verifier]
timeout_sec = 300.0

[agent]
timeout_sec = 900.0

[environment]
build_timeout_sec = 1200.0
cpus = 1
memory_mb = 4096
storage_mb = 10240
"""
"""The values are JSON, which is also valid TOML for strings and lists of strings."""


class Exported(NamedTuple):
    """The folder of tasks, and their number."""

    folder: Path
    tasks: int


def export(config: str, data: str, out: Path, organization: str = "sgpkit", limit: int | None = None) -> Exported:
    """Write a task for each row of a config. Raises UserError for a config that needs pictures or several turns, or
    whose scores depend on the other rows of a batch."""
    benchmark = families.get(config)
    if benchmark.scoring.batch_dependent:
        raise UserError(f"{config} cannot be a Harbor task: a score depends on the answers to other rows")
    way = texts.way_of(benchmark, data, "Harbor")
    asked = tasks.planned(config, data, way.strategy, way.mode, limit=limit)
    for row in asked.rows:
        folder = out / "tasks" / str(row["id"])
        for name, content in files(asked, tasks.whole_row(asked, row), organization).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, content)
            if path.suffix == ".sh":
                path.chmod(0o755)
    return Exported(out, len(asked.rows))


def files(asked: Plan, row: Row, organization: str) -> Mapping[str, str | bytes]:
    """Return the files of one task by their path."""
    benchmark = asked.benchmark
    prompt = texts.joined(tasks.first_messages(asked, row))
    reference = base64.encodebytes(benchmark.evidence.reference(row).encode()).decode().strip()
    return {
        "task.toml": task_toml(asked, row, organization),
        "instruction.md": INSTRUCTION.format(prompt=prompt, answer=ANSWER),
        "environment/Dockerfile": dockerfile(benchmark),
        "tests/test.sh": TEST % (ANSWER, REWARDS),
        "tests/row.parquet": packed(benchmark, row),
        "solution/solve.sh": SOLUTION % (ANSWER, reference),
    }


def task_toml(asked: Plan, row: Row, organization: str) -> str:
    """Return a task's configuration."""
    benchmark = asked.benchmark
    groups = [str(row[name]) for name in benchmark.rows.groups if name in benchmark.rows.columns]
    values = {
        "name": f"{organization}/{benchmark.config}-{row['id']}",
        "description": benchmark.title,
        "keywords": ["symbolic graphics", benchmark.answer_format, *filter(None, groups)],
        "config": benchmark.config,
        "row": str(row["id"]),
        "strategy": asked.strategy,
        "mode": asked.mode,
        "cluster": str(row["cluster"]),
        "license": str(row["license"]),
        "canary": asked.loaded.canary,
        "version": sgpkit.__version__,
    }
    written = {name: json.dumps(value, ensure_ascii=False) for name, value in values.items()}
    return TASK.format(schema=SCHEMA, **written)


def dockerfile(benchmark: Benchmark, *extras: str) -> str:
    """Return the Dockerfile of the image: sgpkit with extras, and the compilers for the config's answers."""
    own = formats.get(benchmark.answer_format).packages if formats.has(benchmark.answer_format) else ()
    wanted = ",".join(dict.fromkeys((*extras, *extras_of(benchmark))))
    requirement = shlex.quote(f"sgpkit{f'[{wanted}]' if wanted else ''}=={sgpkit.__version__}")
    return DOCKERFILE.format(packages=" ".join(sorted({*PACKAGES, *own})), requirement=requirement)


def extras_of(benchmark: Benchmark) -> list[str]:
    """Return the extras of sgpkit that the rows and answers of a config need."""
    own = formats.get(benchmark.answer_format).extra if formats.has(benchmark.answer_format) else ""
    return [*benchmark.rows.extras, *filter(None, [own])]


def packed(benchmark: Benchmark, row: Row) -> bytes:
    """Return a row as Parquet, with the name of its config, its mode and its setting."""
    import io

    import pyarrow as pa
    import pyarrow.parquet as pq

    values = {name: [value] for name, value in row.items()}
    sink = io.BytesIO()
    pq.write_table(pa.table(values).replace_schema_metadata({"config": benchmark.config}), sink)
    return sink.getvalue()


def unpacked(content: Path) -> tuple[Benchmark, Row]:
    """Return the config and the row of a task's file."""
    import pyarrow.parquet as pq

    table = pq.read_table(content)
    config = (table.schema.metadata or {}).get(b"config", b"").decode()
    (row,) = table.to_pylist()
    return families.get(config), row


def score(tests: Path, answer: Path) -> Score:
    """Return the score of an answer, as `sgpkit score` gives it; a missing file is an empty answer."""
    benchmark, row = unpacked(tests / "row.parquet")
    text = answer.read_text(encoding="utf-8", errors="replace") if answer.is_file() else ""
    (result,) = tasks.scores(benchmark, [row], [Completion(text)])
    return result


def main(arguments: Sequence[str]) -> int:
    """Score an answer and write `reward.json`; the arguments are the paths of the tests, the answer and the rewards.
    Return the exit status: 1, without a reward, for an infrastructure error."""
    tests, answer, rewards = map(Path, arguments)
    result = score(tests, answer)
    print(f"{result.status}: {result.reason}")
    if result.status == Status.INFRA_ERROR:
        return 1
    parts: dict[str, Any] = {"reward": result.value} | dict(result.parts)
    rewards.mkdir(parents=True, exist_ok=True)
    write_atomically(rewards / "reward.json", json.dumps(parts, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
