"""`sgpkit author`: candidates for a new benchmark, drafted by a model and reviewed by people."""

from sgpkit.cli.base.commands import Group

HERE = __name__


group = Group(
    "author",
    "Create a new benchmark: a model drafts questions about drawings, people review and answer them.",
    "sgpkit author draft icons/ --format svg --captions --engine endpoint --model VISION --base-url https://…",
    {
        "draft": f"{HERE}.draft:draft_command",
        "review": f"{HERE}.review:review_command",
        "study": f"{HERE}.review:study_command",
    },
)
