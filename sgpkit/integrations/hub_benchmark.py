"""Write the files needed to be listed in the Hub's registry of benchmarks, `sgpkit export hub-benchmark FOLDER`.

    eval.yaml      the registration of the dataset, with sgpkit as its framework, and every scored config as a task
    eval.ts        the entry for the Hub's list of frameworks: EVALUATION_FRAMEWORKS in huggingface.js
    request.md     the request for the allow-list of benchmarks, an issue of hub-docs

The Hub refuses an `eval.yaml` whose framework is not on its list, so the one that `sgpkit push` sends names inspect-ai,
and only the configs that inspect-ai can run without sgpkit, until the entry is merged.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from sgpkit.benchmark import Benchmark, families
from sgpkit.data.card import readme, registration
from sgpkit.data.hub.names import REPO
from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.integrations.tasks import Left

FRAMEWORK = "sgpkit"
DESCRIPTION = (
    "sgpkit measures how well language models understand and write symbolic graphics programs such as SVG, TikZ and "
    "Graphviz."
)
LIST = "packages/tasks/src/eval.ts"
SPLIT = "test"

REQUEST = """\
# Request: add `{repo}` to the benchmark allow-list

- **Dataset:** https://huggingface.co/datasets/{repo}
- **Framework:** `{framework}` ({url}), registered by a pull request to huggingface.js, `{list}`
- **Papers:** {papers}

## Tasks

{configs} configs with {rows:,} test rows. Each is a task with the name of the config:

| task | rows | score, 0 to 1 |
| --- | --- | --- |
{lines}

## Results

Results come as `.eval_results/*.yaml` by pull request to the model's repo (`sgpkit submit --model-repo ORG/MODEL`).
Each names the commit of the dataset, and links to a submission with every answer, which anyone can score again
(`sgpkit verify`).

## `eval.yaml`

It will be pushed to the root of the dataset once the framework is registered:

```yaml
{registration}```
"""


class Exported(NamedTuple):
    """The files, and the configs that were left out."""

    files: tuple[Path, ...]
    left: tuple[Left, ...]


def export(folder: Path, repo: str, url: str, out: Path) -> Exported:
    """Write the three files for a built folder; `url` is the page of the framework. Raises UserError where a name is
    not valid, or no config is scored."""
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", repo) or not REPO.fullmatch(repo):
        raise UserError(f"--repo {repo}: expected ORG/NAME, the dataset on the Hub")
    if not re.fullmatch(r"https://[^\s\"\\]+", url):
        raise UserError(f"--url {url}: expected an address that begins with https://")
    card = readme.open_readme(folder)
    benchmarks, left = carried(card)
    content = registration.registration(repo, benchmarks, FRAMEWORK)
    if wrong := list(registration.problems(content, FRAMEWORK)):
        raise UserError("\n".join([f"the registration of {folder} is wrong:", *wrong]))
    text = yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=110)
    files = {"eval.yaml": text, "eval.ts": entry(url), "request.md": request(card, repo, url, benchmarks, text)}
    out.mkdir(parents=True, exist_ok=True)
    for name, written in files.items():
        write_atomically(out / name, written)
    return Exported(tuple(out / name for name in files), tuple(left))


def carried(card: readme.Readme) -> tuple[list[Benchmark], list[Left]]:
    """Return the configs of a folder that are scored on a test split, and the others with the reason."""
    benchmarks, left = [], []
    for config in card.configs:
        benchmark = families.get(config)
        if benchmark.scoring.score is None:
            left.append(Left(config, "it is a training config and cannot be scored"))
        elif SPLIT not in card.splits(config):
            left.append(Left(config, f"it has no split {SPLIT}"))
        else:
            benchmarks.append(benchmark)
    if not benchmarks:
        folder = card.path.parent
        raise UserError(f"{folder} has no config that is scored\nBuild one: sgpkit build sgp-svg --out {folder}")
    return benchmarks, left


def entry(url: str) -> str:
    """Return the entry for the Hub's list of frameworks, in TypeScript as it is formatted there."""
    values: Mapping[str, Any] = {"name": FRAMEWORK, "description": DESCRIPTION, "url": url}
    lines = [f"\t\t{name}: {json.dumps(value)}," for name, value in values.items()]
    lines = [line if len(line) < 118 else line.replace(": ", ":\n\t\t\t", 1) for line in lines]
    return "\n".join([f"\t{FRAMEWORK}: {{", *lines, "\t},", ""])


def request(card: readme.Readme, repo: str, url: str, benchmarks: Sequence[Benchmark], text: str) -> str:
    """Return the request for the allow-list."""
    counts = {one.config: card.info(one.config).splits[SPLIT].num_examples for one in benchmarks}
    lines = [f"| `{one.config}` | {counts[one.config]:,} | {one.scoring.value_name} |" for one in benchmarks]
    return REQUEST.format(
        repo=repo,
        framework=FRAMEWORK,
        url=url,
        list=LIST,
        papers=", ".join(dict.fromkeys(one.paper for one in benchmarks if one.paper)) or "none",
        configs=len(benchmarks),
        rows=sum(counts.values()),
        lines="\n".join(lines),
        registration=text,
    )
