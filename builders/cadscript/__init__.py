"""Parts from texts: CadQuery or build123d programs, right only if every predicate on the solid holds.

Paper: Text-to-CAD Evaluation with CADTests (arXiv 2605.07807). Published data: `dimitrismallis/CADTestBench` on the
Hub, read by `sources/published.py`. Programs run in packages of their own: `environment.py` installs them.
Try it: sgpkit build cad-script && sgpkit run cad-script --engine baseline --model box
A row: {"id": "cad-test-0000-detailed", "kind": "plate", "partition": "detailed", "prompt": "A rectangular plate, 60 …",
        "predicates": "[{\"kind\": \"genus\", …}]", "code": "import cadquery as cq …", …}
"""

from sgpkit.benchmark import Benchmark, Evidence, Part, Prompts, Published, Rows, Scoring, Source

from . import baselines, environment, prompts, scoring, solids
from .sources import builtin, published

BENCHMARKS = (
    Benchmark(
        config="cad-script",
        title="Parts from texts, as CadQuery or build123d programs",
        paper="Text-to-CAD Evaluation with CADTests",
        answer_format="python",
        rows=Rows(
            columns={
                "id": "string",
                "cluster": "string",
                "source": "string",
                "license": "string",
                "generator": "string",
                "kind": "string",
                "partition": "string",
                "prompt": "string",
                "predicates": "string",
                "tests": "string",
                "tests_hash": "string",
                "code": "string",
            },
            sources={"builtin": Source(builtin.rows), "cadtestbench": Source(published.rows)},
            counts=builtin.SIZES,
            finish=solids.finish,
            groups=("partition", "kind"),
            extras=("cad",),
        ),
        prompts=Prompts(
            strategies=prompts.STRATEGIES,
            texts=prompts.TEXTS,
            sampling={"temperature": 0.0, "max_tokens": 4096, "n": 1},
        ),
        scoring=Scoring(
            score=scoring.score,
            headline=("pr",),
            summary=scoring.summary,
            parts={"pr": Part(less=scoring.less_than_right), "rs": Part(shown=True), "valid": Part(shown=True)},
            unavailable=environment.missing,
        ),
        evidence=Evidence(
            reference=baselines.reference,
            right=baselines.RIGHT,
            wrong=baselines.WRONG,
            baselines=baselines.BASELINES,
            published=(
                Published("cadtestbench-results", "pass_rate"),
                Published("cadtestbench-results", "requirement_score", 1.0, "rs"),
            ),
        ),
    ),
)
