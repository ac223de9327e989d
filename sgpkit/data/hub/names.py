"""Names of repos on the Hub. The Hub's client is not imported: a run that reads a folder does not need it."""

import re

from sgpkit.errors import UserError

REPO = re.compile(r"(?P<repo>[\w.-]+/[\w.-]+)(?:@(?P<revision>[\w./-]+))?")
"""ORG/NAME[@REVISION], as users name a dataset on the Hub."""

NAME = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9_][\w.-]*", re.ASCII)


def check_name(repo: str) -> None:
    """Raise UserError for an invalid name of a repo on the Hub
    (https://huggingface.co/docs/hub/repositories-getting-started): letters, digits, `-`, `_`, `.`; 96 at most."""
    if NAME.fullmatch(repo) and len(repo) <= 96 and not re.search(r"--|\.\.|[-.]$|\.git$", repo):
        return
    given = repo.removesuffix(".git").split("/")
    fixed = "/".join(re.sub(r"[^A-Za-z0-9_]+", "-", part).strip("-") or "name" for part in given[-2:])
    near = fixed if "/" in fixed else f"ORG/{fixed}"
    raise UserError(f"{repo!r} is not the name of a repo on the Hub; expected ORG/NAME, such as {near}")
