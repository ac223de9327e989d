"""The command that has a model author candidates. It imports what it needs when it is called, as in `cli`."""

import argparse
import re
from collections.abc import Callable
from pathlib import Path

from sgpkit.cli import run_options
from sgpkit.cli.run_options import INCOMPLETE, positive, whole

FORMATS = ("svg", "tikz", "graphviz", "eps", "cad")


def author_command(options: argparse.Namespace) -> int:
    """Have a vision model ask about drawings, and check each question by machine; all is kept, with its reason."""
    from sgpkit import interrupts
    from sgpkit.authoring import authoring
    from sgpkit.runs import progress

    interrupts.as_by_ctrl_c()
    label = f"{Path(options.source.partition(':')[0]).stem}-{options.format}-{Path(options.model).stem}"
    out = options.out or Path("authored") / re.sub(r"[^A-Za-z0-9._-]+", "-", label)
    sampling = run_options.sampling(options) | run_options.temperature_of(options)
    authored = authoring.author(
        out,
        authoring.Options(
            options.source,
            options.format,
            options.engine,
            options.model,
            types=options.types,
            captions=options.captions,
            per_type=options.per_type,
            guesses=options.guesses,
            limit=options.limit,
            seed=sampling.get("seed", 0),
            license=options.license,
            prompts=options.prompts,
            schema=options.schema,
            check_engine=options.check_engine,
            check_model=options.check_model,
            sampling=sampling,
            engine_options=run_options.engine_options(options),
            check_options={"base_url": options.check_base_url} if options.check_base_url else {},
        ),
    )
    if told := progress.summary(authored.session):
        print(told)
    print(authoring.summary(authored.facts))
    print(authoring.outcome(out, authored))
    return INCOMPLETE if authored.facts["counts"]["waiting"] else 0


def author_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "source", metavar="SOURCE", help="a folder or .zip of programs, a table with a column code, or DATASET:CONFIG"
    )
    sub.add_argument("--format", required=True, choices=FORMATS, metavar="F", help=", ".join(FORMATS))
    sub.add_argument(
        "--types", action="append", default=[], metavar="T,…",
        help="color,count,…; NAME='what it asks' for one of your own; may be given again",
    )  # fmt: skip
    sub.add_argument("--captions", action="store_true", help="a description of each drawing too")
    sub.add_argument("--per-type", type=positive, default=1, metavar="N", help="questions of each type; default: 1")
    sub.add_argument("--limit", type=positive, metavar="N", help="only the first N drawings")
    sub.add_argument(
        "--guesses", type=whole, default=3, metavar="N",
        help="drop what is guessed right N times without the picture; 0: do not try; default: 3",
    )  # fmt: skip
    sub.add_argument("--license", metavar="TEXT", help="of the drawings, where their source does not say")
    sub.add_argument("--prompts", type=Path, metavar="DIR", help="NAME.txt files in place of our prompt texts")
    sub.add_argument("--out", type=Path, metavar="FOLDER", help="default: authored/SOURCE-FORMAT-MODEL")
    sub.add_argument(
        "--no-schema", dest="schema", action="store_false",
        help="ask for JSON in words alone: for servers that cannot hold replies to a schema",
    )  # fmt: skip
    checker = sub.add_argument_group("the checker", "who guesses and answers a second time; default: the author itself")
    checker.add_argument("--check-model", metavar="M")
    checker.add_argument("--check-engine", metavar="E", help="default: that of the author")
    checker.add_argument("--check-base-url", metavar="URL")
    sampling = run_options.add_engine(sub)
    sampling.add_argument("--temperature", type=run_options.temperature, metavar="T", help="default: 0")


Command = Callable[[argparse.Namespace], int | None]

COMMANDS: dict[str, tuple[Command, Callable[[argparse.ArgumentParser], None]]] = {
    "author": (author_command, author_arguments),
}
