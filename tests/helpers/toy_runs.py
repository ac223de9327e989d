"""Scored runs of the toy benchmarks, and completions with markup or commands that must not take effect where they are
displayed."""

import json
from pathlib import Path
from typing import Any

import toy
import toy_drawing

from sgpkit.benchmark import Published, Source
from sgpkit.metrics.structure.marks import Mark
from sgpkit.runs import plan, run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score

TOY = toy.TOY.replacing(finish=lambda row: row | {"image": toy_drawing.png("#112233", (300, 200))})
MOVED = toy_drawing.DRAWING.replacing(
    config="toy-moved",
    sources={"builtin": Source(toy_drawing.moved)},
    published=(Published("turtlebench-table-1", "scratch_image", 0.01),),
)
MARKED = toy_drawing.DRAWING.replacing(
    config="toy-marked",
    mistakes=lambda rows, completions: [
        [Mark("answer", "extra", ((0.5, 0.5),)), Mark("reference", "missing", ((0.1, 0.5), (0.9, 0.5)))] for _ in rows
    ],
)
BENCHMARKS = {made.config: made for made in (TOY, toy_drawing.DRAWING, MOVED, MARKED)}

HOSTILE = [
    '</script><script>document.title="owned"</script>',
    "<img src=x onerror=\"document.title='owned'\">",
    "<!--<script>",
    "[a link](javascript:document.title='owned')",
    toy_drawing.square("#ff0000").replace("<rect", '<script>document.title="owned"</script><rect'),
    "]]>\u2028\u0000\u202e&lt;b&gt;",
]


def answered(root: Path, benchmark: Any, model: Any = "reference", out: Any = None, **options: Any) -> Any:
    """Return a scored run of a baseline."""
    out = root / (out or f"{benchmark.config}-{model}")
    run.run(benchmark, str(root / "data"), out, plan.Options("baseline", model, **options))
    score.score(Run.open(out))
    return out


def replayed(root: Path, benchmark: Any, completions: Any, out: Any) -> Any:
    """Return a scored run with these completions for the first rows."""
    ids = [row["id"] for split, row in benchmark.rows.sources["builtin"].read("8", 0) if split == "test"]
    items = [{"id": identifier, "completion": text} for identifier, text in zip(ids, completions, strict=False)]
    (root / "answers.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    run.run(benchmark, str(root / "data"), root / out, plan.Options("replay", str(root / "answers.jsonl")))
    score.score(Run.open(root / out))
    return root / out
