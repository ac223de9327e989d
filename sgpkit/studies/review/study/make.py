"""Make a study: draw its items from a config or a run, and write its folder."""

from pathlib import Path
from typing import Any

from sgpkit.benchmark import families
from sgpkit.errors import UserError, nearest
from sgpkit.runs import data
from sgpkit.studies.review.study import folder, items, ratings, texts
from sgpkit.studies.review.study.folder import Study
from sgpkit.studies.review.study.options import DEFAULT_BATCH, DEFAULT_PATIENCE, DEFAULT_PEOPLE, Options

MAX_TEXT = 100_000


def make(source: str, options: Options) -> Study:
    """Return the new study of a config (choices) or a run (ratings), or the same one if it is there already."""
    kind, seed = options.kind, options.seed or 0
    out = options.out or Path("studies") / f"{Path(source).name}-{kind}"
    consent, instructions = read_text(options.consent, "consent"), read_text(options.instructions, "instructions")
    metadata: dict[str, Any] = {
        "kind": kind,
        "seed": seed,
        "wanted": [options.items, options.true],
        "people": options.people or DEFAULT_PEOPLE,
        "patience": options.patience or DEFAULT_PATIENCE,
        "code": options.code,
        "platform": bool(options.platform),
        "placeholder": consent is None,
        "texts": {
            "instructions": instructions or texts.text(kind),
            "consent": consent or texts.text("consent"),
        },
    }
    if kind == "ratings":
        drawn = ratings.ratings(Path(source), options.items, options.true, seed, options.judge, options.data)
        return folder.make(out, drawn.stimuli, metadata | drawn.metadata, options.batch)
    if options.true is not None or options.judge is not None:
        raise UserError("--true and --judge only apply to ratings: sgpkit author study RUN --kind ratings")
    if source not in families.names():
        raise UserError(f"no config {source!r}{nearest(source, families.names())}")
    if options.data is None:
        raise ValueError("a study of choices needs data")
    benchmark = families.get(source)
    loaded = data.load(options.data, benchmark)
    stimuli = items.questions(benchmark, loaded.rows, options.items, seed)
    metadata |= {"config": benchmark.config, "data": loaded.metadata(), "rows": len(loaded.rows)}
    return folder.make(out, stimuli, metadata, options.batch or DEFAULT_BATCH)


def read_text(path: Path | None, option: str) -> str | None:
    """Return the text of a file named by an option; None without a file."""
    if path is None:
        return None
    if not path.is_file():
        raise UserError(f"--{option} {path}: no such file; expected a text file")
    try:
        text = path.read_text(encoding="utf-8-sig").strip()
    except UnicodeDecodeError:
        raise UserError(f"--{option} {path}: not UTF-8") from None
    if not 0 < len(text) <= MAX_TEXT:
        raise UserError(f"--{option} {path}: expected a text of at most {MAX_TEXT:,} characters, found {len(text):,}")
    return text
