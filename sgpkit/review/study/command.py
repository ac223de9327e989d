"""Make a study and open its page, go on with one, tell of it, or export its answers."""

import argparse
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from sgpkit import families, interrupts
from sgpkit.cli.run_options import DATA
from sgpkit.errors import UserError, nearest
from sgpkit.review.study import export, folder, items, ratings, summary, texts
from sgpkit.review.study import server as study_server
from sgpkit.review.study.folder import Study
from sgpkit.review.study.options import PATIENCE, USUAL_BATCH, USUAL_PEOPLE
from sgpkit.runs import data, lock
from sgpkit.webapp import access
from sgpkit.webapp import server as web

PAGE = Path(__file__).with_name("page")
SHARED = Path(web.__file__).with_name("shared")
LONGEST_TEXT = 100_000
UNDER_WAY = ("people", "patience", "code", "platform")
"""What of a study may change after it has begun."""


def command(options: argparse.Namespace) -> int:
    """`options.candidates` is the CONFIG, the RUN or the STUDY."""
    given = Path(options.candidates)
    if options.study is None or folder.is_study(given):
        study = folder.read(given)
        if options.study not in (None, study.kind):
            raise UserError(f"{given} is a study of {study.kind}, not of {options.study}")
    elif options.summary or options.export:
        raise UserError("which study? Its folder alone tells: sgpkit review STUDY --summary, or --export")
    else:
        study = made(options)
    if options.summary:
        found = summary.summary(study, study_server.now(), options.unfinished)
        print(json.dumps(found, indent=1, ensure_ascii=False) if options.json else summary.as_text(found))
    if options.export:
        print(export.export(study, options.export, options.unfinished))
    if not (options.summary or options.export):
        serve(study, options)
    return 0


def made(options: argparse.Namespace) -> Study:
    """The new study, or the same one that is there already."""
    kind, seed = options.study, options.seed or 0
    out = options.out or Path("studies") / f"{Path(options.candidates).name}-{kind}"
    consent, instructions = text_of(options.consent, "consent"), text_of(options.instructions, "instructions")
    facts: dict[str, Any] = {
        "kind": kind,
        "seed": seed,
        "wanted": [options.items, options.true],
        "people": options.people or USUAL_PEOPLE,
        "patience": options.patience or PATIENCE,
        "code": options.code,
        "platform": bool(options.platform),
        "placeholder": consent is None,
        "texts": {
            "instructions": instructions or texts.INSTRUCTIONS[kind],
            "consent": consent or texts.CONSENT,
        },
    }
    if kind == "ratings":
        run, seen = Path(options.candidates), options.data
        drawn = ratings.ratings(run, options.items, options.true, seed, options.judge, seen)
        return folder.make(out, drawn.stimuli, facts | drawn.facts, options.batch)
    if options.true is not None or options.judge is not None:
        raise UserError("--true and --judge are for ratings of drawings: sgpkit review RUN --study ratings")
    if options.candidates not in families.names():
        raise UserError(f"no config {options.candidates!r}{nearest(options.candidates, families.names())}")
    benchmark = families.get(options.candidates)
    loaded = data.load(options.data or DATA, benchmark)
    stimuli = items.questions(benchmark, loaded.rows, options.items, seed)
    facts |= {"config": benchmark.config, "data": loaded.facts(), "rows": len(loaded.rows)}
    return folder.make(out, stimuli, facts, options.batch or USUAL_BATCH)


def text_of(path: Path | None, what: str) -> str | None:
    if path is None:
        return None
    if not path.is_file():
        raise UserError(f"--{what} {path}: no such file; expected a text, which is shown as it stands")
    try:
        text = path.read_text(encoding="utf-8-sig").strip()
    except UnicodeDecodeError:
        raise UserError(f"--{what} {path}: not UTF-8") from None
    if not 0 < len(text) <= LONGEST_TEXT:
        raise UserError(f"--{what} {path}: expected a text of at most {LONGEST_TEXT:,} characters, found {len(text):,}")
    return text


def serve(study: Study, options: argparse.Namespace) -> None:
    """The study's page, until somebody ends it."""
    loopback = access.is_loopback(options.host)
    if study.facts["placeholder"] and not loopback:
        raise UserError(
            f"{study.folder} has no consent text of yours, so it is not opened to other machines\n"
            "Make it with --consent FILE.md, in the words that your institution asks for; ours are a placeholder."
        )
    token = access.checked_token(options.token) if options.token else None
    if token is None and not loopback:
        token = access.kept_token(study.folder / ".token")
    interrupts.as_by_ctrl_c()
    try:
        with lock.held(study.folder / ".lock", study.folder):
            given = {name: value for name in UNDER_WAY if (value := getattr(options, name)) is not None}
            study = folder.changed(study, given)
            server = opened(study, options.host, options.port, token)
            with suppress(KeyboardInterrupt):
                print(greeting(study, server), flush=True)
                server.run()
    except lock.Busy:
        raise UserError(f"another `sgpkit review` has {study.folder} open; several people share its address") from None
    print(f"\nEnded. Every answer is in {study.folder}; sgpkit review {study.folder} goes on.")


def opened(study: Study, host: str = "127.0.0.1", port: int = 0, token: str | None = None) -> web.Server:
    folders = {"/": PAGE, "/shared/": SHARED, "/pictures/": study.folder / folder.PICTURES}
    return web.serve(study_server.Sessions(study).routes(), folders, host, port, token)


def greeting(study: Study, server: web.Server) -> str:
    many = f"{len(study.items):,} items in {study.batches:,} {'batch' if study.batches == 1 else 'batches'}"
    lines = [f"{study.folder}: {many}, each for {study.people} people", f"The page for participants: {server.address}"]
    if study.facts.get("platform"):
        sign = "&" if "?" in server.address else "?"
        lines.append(f"Nobody begins without a name of the platform's: {server.address}{sign}participant=NAME")
    if study.facts["placeholder"]:
        lines.append(
            "Its consent text is a placeholder: before people take part, make the study with --consent FILE.md"
        )
    lines.append("Ctrl-C ends it; nothing is lost.")
    return "\n".join(lines)
