"""The toolkit of a submission's manifest, and what is of another version here."""

from collections.abc import Mapping
from typing import Any

from sgpkit.scoring import versions
from sgpkit.submission.manifest import Toolkit


def here(renderer: Mapping[str, Any] | None = None) -> Toolkit:
    """Return the versions of sgpkit, Python and the packages that scores depend on, and the kind of sandbox in use.
    `renderer` is what painted, as scores.json records it."""
    return Toolkit(**versions.here()._asdict(), renderer=renderer)


def version_mismatches(theirs: Toolkit, scored: Any) -> str:
    """Return a remark on what is of another version here; "" where nothing is. Numbers may differ where renderers
    do."""
    ours = here()
    stated = {"sgpkit": theirs.sgpkit, "python": theirs.python, **theirs.packages}
    mine = {"sgpkit": ours.sgpkit, "python": ours.python, **ours.packages}
    odd = [name for name in stated if stated[name] != mine.get(name)]
    apart = [f"{name} {stated[name]}, {mine.get(name, 'none')} here" for name in odd]
    if isinstance(scored, str) and scored != theirs.sgpkit:
        apart.append(f"scores.json was written by sgpkit {scored}")
    return f"scored with other versions: {'; '.join(apart)}" if apart else ""
