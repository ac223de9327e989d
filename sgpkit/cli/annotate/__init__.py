"""`sgpkit annotate`: what models and people say about the responses of a run."""

from sgpkit.cli.base.commands import Group

HERE = __name__

group = Group(
    "annotate",
    "Have models and people say something about the responses of a run; it is kept in the run, and `score` reads it.",
    "sgpkit annotate judge runs/mine --engine endpoint --model JUDGE --base-url https://…",
    {
        "extract": f"{HERE}.models:extract_command",
        "judge": f"{HERE}.models:judge_command",
        "measure": f"{HERE}.models:measure_command",
        "agreement": f"{HERE}.agreement:agreement_command",
    },
)
