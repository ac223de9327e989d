"""Captions that a model wrote of drawings, and people reviewed, → pairs.

    --source captions=accepted.parquet     what `sgpkit author review CANDIDATES --export accepted.parquet` writes
    --source captions=CANDIDATES           a folder of `sgpkit author … --captions`: what passed the machine checks

Captions of SVG drawings are taken, one for each drawing: the first.
"""

from collections.abc import Iterator

from sgpkit.benchmark import Skipped
from sgpkit.benchmark.sources import authored
from sgpkit.errors import UserError
from sgpkit.sandbox.untrusted import tables

from ..pairs import Pair


def recognises(path: str) -> bool:
    """Return whether a path holds candidates with captions of SVG drawings."""
    table = authored.table_of(path)
    if table is None or "caption" not in table_columns(path):
        return False
    held = authored.read(table, ("kind", "format"))
    return bool(((held["kind"] == "caption") & (held["format"] == "svg")).any())


def table_columns(path: str) -> list[str]:
    table = authored.table_of(path)
    return [] if table is None else tables.columns(table)


def has_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def captions(path: str) -> Iterator[Pair | Skipped]:
    table = authored.table_of(path)
    if table is None:
        raise UserError(
            f"{path} contains no captions\n"
            "expected a file written by sgpkit author review … --export, or its folder with candidates.parquet"
        )
    held = authored.read(table)
    is_caption = (held["kind"] == "caption") & (held["format"] == "svg") if "caption" in held.columns else None
    if is_caption is None or not is_caption.any():
        kinds = " and ".join(
            f"{count:,} of the kind {kind!r}" for kind, count in held["kind"].value_counts(sort=True).iter_rows()
        )
        raise UserError(
            f"{path} contains no captions of SVG drawings, only {kinds or 'nothing'}\n"
            "Let a model write some: sgpkit author SOURCE --format svg --captions --engine … --model …"
        )
    described: set[str] = set()
    for candidate in held.filter(is_caption).iter_rows(named=True):
        if not candidate["kept"] and not authored.is_reviewed(candidate):
            yield Skipped(candidate["id"], candidate["reason"])
        elif missing := next((name for name in ("caption", "code") if not has_text(candidate[name])), ""):
            yield Skipped(candidate["id"], f"its {missing} is empty")
        elif candidate["item"] in described:
            yield Skipped(candidate["id"], f"{candidate['item']} has a caption already")
        else:
            described.add(candidate["item"])
            yield Pair(
                f"caption-{candidate['item']}",
                candidate["item"],
                authored.provenance(candidate),
                candidate["license"],
                candidate["category"] or "unknown",
                candidate["code"],
                candidate["caption"].strip(),
            )
