"""Make the example submissions again, after a change of rows, prompts or scores.

python -m tools.example_results.remake      needs sgpkit[local]; five minutes on a busy processor
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from tools import example_results

MODEL = {
    "engine": "local",
    "model": "SmolLM2-135M-Instruct",
    "name": "HuggingFaceTB/SmolLM2-135M-Instruct",
    "temperature": 0.0,
}
ASKED: dict[str, dict[str, object]] = {
    "sgp-mnist": {"strategy": "direct", "max_tokens": 32},
    "turtle-scratch": {"mode": "text", "max_tokens": 96},
}
BASELINES = ("random", "reference")


def main() -> None:
    """Ask, score and package."""
    import sgpkit
    from sgpkit.submissions import submit

    with TemporaryDirectory() as folder:
        data = Path(folder, "sgp-bench")
        runs: list[Path] = []
        for config, how in ASKED.items():
            sgpkit.build(config, out=data, limit=example_results.ROWS, workers=1)
            shown = {key: value for key, value in how.items() if key == "mode"}
            asked = [MODEL | how, *({"engine": "baseline", "model": name} | shown for name in BASELINES)]
            for number, options in enumerate(asked):
                runs.append(Path(folder, f"{config}-{number}"))
                sgpkit.run(config, data=data, out=runs[-1], **options)  # type: ignore[arg-type]
                sgpkit.score(runs[-1])
        shutil.rmtree(example_results.SUBMISSIONS)
        submit.submit(tuple(runs), example_results.SUBMISSIONS, source=str(data), submitter="sgpkit")


if __name__ == "__main__":
    main()
