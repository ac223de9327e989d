"""The versions in a submission's manifest, and the differences from those here."""

from collections.abc import Iterator, Mapping
from typing import Any

from sgpkit.runs.scoring import provenance, versions
from sgpkit.submissions.manifest import Toolkit


def here(renderer: Mapping[str, Any] | None = None) -> Toolkit:
    """Return the versions of sgpkit, Python and the packages that scores depend on, and the kind of sandbox in use.
    `renderer` is the renderer recorded in scores.json."""
    return Toolkit(**versions.here()._asdict(), renderer=renderer)


def version_mismatches(theirs: Toolkit, scores: Mapping[str, Any]) -> str:
    """Return a remark on versions that differ from those here or in `scores` (scores.json), or "". Numbers may
    differ if renderers do.
    """
    ours = here()
    stated = {"sgpkit": theirs.sgpkit, "python": theirs.python, **theirs.packages}
    mine = {"sgpkit": ours.sgpkit, "python": ours.python, **ours.packages}
    odd = [name for name in stated if stated[name] != mine.get(name)]
    apart = [f"{name} {stated[name]}, {mine.get(name, 'none')} here" for name in odd]
    apart += [
        f"scores.json was written by {name} {version}"
        for name, version in recorded(scores)
        if stated.get(name) != version
    ]
    return f"scored with other versions: {'; '.join(apart)}" if apart else ""


def recorded(scores: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the names and versions of the software by which scores.json states to be written."""
    block = scores.get(provenance.KEY)
    toolkit = block.get("toolkit") if isinstance(block, Mapping) else None
    toolkit = toolkit if isinstance(toolkit, Mapping) else {}
    packages = toolkit.get("packages")
    named = {"python": toolkit.get("python"), **(packages if isinstance(packages, Mapping) else {})}
    written_by = dict.fromkeys(map(str, filter(None, (scores.get("sgpkit"), toolkit.get("sgpkit")))))
    yield from (("sgpkit", version) for version in written_by)
    yield from ((str(name), str(version)) for name, version in named.items() if version is not None)
