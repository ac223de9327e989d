"""Ask a model with vLLM on the GPUs of this machine, score its answers, and submit them: one pull request per config.

    python submit/submit.py --model ORG/MODEL --data ORG/sgp-bench@v1.0.0 --results ORG/results sgp-svg vgqa-svg

Each config's answers are in runs/CONFIG-MODEL as they come: started again after a stop, it asks for what is missing.
Without --results the submission is made and verified, and nothing is sent.
"""

import argparse
import sys
from pathlib import Path

import sgpkit
from sgpkit.errors import UserError
from sgpkit.submissions import submit

ATTEMPTS = 3
"""The number of attempts for rows on which the engine failed."""


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("configs", nargs="+", metavar="CONFIG")
    parser.add_argument("--model", required=True, metavar="ORG/MODEL", help="a model id or folder")
    parser.add_argument("--data", required=True, metavar="ORG/NAME@REVISION", help="the dataset, at a revision")
    parser.add_argument("--results", metavar="ORG/NAME", help="the results dataset that gets the pull requests")
    parser.add_argument("--model-repo", metavar="ORG/MODEL", help="also put the scores on the model's page")
    parser.add_argument("--engine", default="vllm", help="vllm, endpoint, ray, …; default: vllm")
    parser.add_argument("--gpus", type=int, metavar="N", help="one vLLM process on each; default: one")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N rows, to try it out")
    parser.add_argument("--runs", type=Path, default=Path("runs"), metavar="FOLDER", help="default: runs")
    parser.add_argument("--submissions", type=Path, default=Path("submissions"), metavar="FOLDER")
    parser.add_argument("--dry-run", action="store_true", help="make and verify everything, send nothing")
    return parser.parse_args()


def ask(config: str, chosen: argparse.Namespace) -> Path:
    """Ask all unanswered rows of a config; return the run folder."""
    out: Path = chosen.runs / f"{config}-{Path(chosen.model).name}"
    for _ in range(ATTEMPTS):
        run = sgpkit.run(
            config,
            engine=chosen.engine,
            model=chosen.model,
            data=chosen.data,
            out=out,
            limit=chosen.limit,
            gpus=chosen.gpus,
        )
        if run.finished:
            return out
        print(f"{config}: {run.failed} failed, {run.unasked} left {run.stopped}")
    raise UserError(f"{config}: rows are left after {ATTEMPTS} attempts; start this again to ask for them")


def main() -> int:
    chosen = options()
    try:
        folders = [ask(config, chosen) for config in chosen.configs]
        for folder in folders:
            score = sgpkit.score(folder)
            bounds = "–" if score.low is None else f"{score.low:.1%}, {score.high:.1%}"
            print(f"{folder}: {score.value:.1%} [{bounds}] of {score.n:,}, {score.statuses}")
        print(f"Every answer is shown in {sgpkit.report(*folders, out=chosen.runs / 'report.html').path}")
        for line in submit.submit(
            folders, chosen.submissions, repo=chosen.results, model_repo=chosen.model_repo, dry_run=chosen.dry_run
        ):
            print(line)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
