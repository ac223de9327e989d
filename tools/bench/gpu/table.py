"""Results as Markdown: a table for each machine on which the parts were measured."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tools.bench.gpu.parts import PARTS


def markdown(folder: Path) -> str:
    """Return the results of a folder as Markdown."""
    results = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("RESULT-*.json"))]
    return "\n\n".join("\n".join(_lines(result)) for result in results) or "No result is here: make smoke-gpu"


def _lines(result: Mapping[str, Any]) -> Iterator[str]:
    shapes = "shapes for a CPU" if result["tiny"] else "shapes of published models, random weights"
    dates = [part["date"] for part in result["parts"].values() if "date" in part]
    when = " to ".join(sorted({min(dates), max(dates)}))
    yield f"**{' + '.join(result['gpus']) or 'no GPU'}** – {when}, {shapes}"
    yield ""
    yield "| part | figure | value |"
    yield "| --- | --- | --- |"
    for name, part in result["parts"].items():
        if part["status"] != "ok":
            yield f"| {name} | {part['status']}: {part['reason'].splitlines()[0]} | – |"
            continue
        title = f"{PARTS[name].title} ({', '.join(' '.join(pair) for pair in part['versions'].items())})"
        for label, (value, unit) in part["figures"].items():
            yield (
                f"| {title} | {label} | {value:,.3g} {unit} |"
                if value < 1_000
                else (f"| {title} | {label} | {value:,.0f} {unit} |")
            )
            title = ""
