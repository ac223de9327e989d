"""`sgpkit author draft`: questions about drawings, written by a model."""

import re
from pathlib import Path
from typing import Any

import click

from sgpkit.cli.base import engine_options
from sgpkit.cli.base.commands import command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import INCOMPLETE, PATH, POSITIVE, WHOLE

CHECKER = "The checker: the model that guesses and answers the drafts (default: the author)"


@command(
    "draft", "sgpkit author draft icons/ --format svg --captions --engine endpoint --model VISION --base-url https://…"
)
@click.argument("source", metavar="SOURCE")
@engine_options.ENGINE_AND_MODEL
@option("--format", required=True, metavar="F", help="svg, tikz, graphviz, eps, cad, or a format of a plug-in")
@option(
    "--types", multiple=True, metavar="T,…",
    help="question types: color,count,…; NAME='description' defines a new one; repeatable",
)  # fmt: skip
@option("--captions", is_flag=True, help="also draft a caption of each drawing")
@option("--per-type", type=POSITIVE, default=1, metavar="N", help="questions per type; default: 1")
@option("--limit", type=POSITIVE, metavar="N", help="the first N drawings")
@option(
    "--guesses", type=WHOLE, default=3, metavar="N",
    help="drop questions that are guessed right N times without the picture; 0: keep all; default: 3",
)  # fmt: skip
@option("--license", metavar="TEXT", help="license of the drawings, if their source does not state it")
@option("--prompts", type=PATH, metavar="DIR", help="folder of NAME.txt files that replace the built-in prompts")
@option("--out", type=PATH, metavar="FOLDER", help="default: authored/SOURCE-FORMAT-MODEL")
@option(
    "--no-schema", "schema", is_flag=True, flag_value=False, default=True,
    help="request JSON in the prompt only, for servers without structured output",
)  # fmt: skip
@option("--check-model", metavar="M", heading=CHECKER, help="another model that answers the drafts")
@option("--check-engine", metavar="E", heading=CHECKER, help="its engine; default: the author's")
@option("--check-base-url", metavar="URL", heading=CHECKER, help="its server; default: the author's")
@JSON
@engine_options.TEMPERATURE_ZERO
@engine_options.HOW_IT_ANSWERS
def draft_command(
    source: str, format: str, engine: str, model: str, out: Path | None, as_json: bool, **given: Any
) -> int:
    """Let a vision model write questions about drawings, and check each automatically; rejected drafts keep a reason.

    SOURCE is a folder or .zip of programs, a table with a column `code`, or DATASET:CONFIG.
    """
    from sgpkit.runs import progress
    from sgpkit.studies.authoring import authoring

    label = f"{Path(source.partition(':')[0]).stem}-{format}-{Path(model).stem}"
    folder = out or Path("authored") / re.sub(r"[^A-Za-z0-9._-]+", "-", label)
    sampling = engine_options.sampling_with_temperature(given)
    base_url = given["check_base_url"]
    authored = authoring.author(
        folder,
        authoring.Options(
            source,
            format,
            engine,
            model,
            types=list(given["types"]),
            captions=given["captions"],
            per_type=given["per_type"],
            guesses=given["guesses"],
            limit=given["limit"],
            seed=sampling.get("seed", 0),
            license=given["license"],
            prompts=given["prompts"],
            schema=given["schema"],
            check_engine=given["check_engine"],
            check_model=given["check_model"],
            sampling=sampling,
            engine_options=engine_options.engine_options(given),
            check_options={"base_url": base_url} if base_url else {},
        ),
    )
    texts = [
        progress.summary(authored.session),
        authoring.summary(authored.metadata),
        authoring.outcome(folder, authored),
    ]
    result = {"folder": folder, **authored.metadata, "stopped": authored.stopped}
    show(as_json, result, "\n".join(filter(None, texts)))
    return INCOMPLETE if authored.metadata["counts"]["waiting"] else 0
