"""`sgpkit author`: candidates for the next benchmark, drafted by a model and reviewed by people."""

import click

from sgpkit.cli.base.commands import Group

HERE = __name__


class AuthorGroup(Group):
    """The group `author`, which also takes what `author` took as a command: `sgpkit author SOURCE --format F …`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        drafts = any(word.split("=")[0] == "--format" for word in args)
        named = args[:1] and (args[0] in self.members or args[0].startswith("--family"))
        return super().parse_args(ctx, ["draft", *args] if drafts and not named else args)


group = AuthorGroup(
    "author",
    "Make the next benchmark: a model drafts questions about drawings, people review them and answer them.",
    "sgpkit author draft icons/ --format svg --captions --engine endpoint --model VISION --base-url https://…",
    {
        "draft": f"{HERE}.draft:draft_command",
        "review": f"{HERE}.review:review_command",
        "study": f"{HERE}.review:study_command",
    },
)
