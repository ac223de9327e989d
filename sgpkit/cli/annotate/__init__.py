"""`sgpkit annotate`: judgements by models and people on the responses of a run."""

from sgpkit.cli.base.commands import Group

HERE = __name__

group = Group(
    "annotate",
    "Add judgements by models or people to a run. They are stored in the run folder, where `score` reads them.",
    "sgpkit annotate judge runs/mine --engine endpoint --model JUDGE --base-url https://…",
    {
        "extract": f"{HERE}.models:extract_command",
        "judge": f"{HERE}.models:judge_command",
        "measure": f"{HERE}.models:measure_command",
        "agreement": f"{HERE}.agreement:agreement_command",
    },
)
