"""The server of a study's page: its files, the pictures of the items, and the routes of the participants' sessions."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError
from sgpkit.reports.webapp import access, server
from sgpkit.reports.webapp.server import Server
from sgpkit.runs import lock
from sgpkit.sandbox import interrupts
from sgpkit.studies.review.study import folder
from sgpkit.studies.review.study.folder import Study
from sgpkit.studies.review.study.sessions import Sessions

PAGE = Path(__file__).with_name("page")


def serve(study: Study, host: str, port: int, token: str | None, changes: Mapping[str, Any]) -> None:
    """Print the address of the page, and serve it until the process is interrupted.

    `changes` are new values of options that may change after the study has begun.
    """
    if study.metadata["placeholder"] and not access.is_loopback(host):
        raise UserError(
            f"{study.folder} has only the placeholder consent text, so it cannot be opened to other machines\n"
            "Create the study with --consent FILE.md, the text that your institution requires."
        )
    token = access.required_token(host, token, study.folder / ".token")
    interrupts.treat_sigterm_as_ctrl_c()
    try:
        with lock.hold(study.folder / ".lock", study.folder):
            study = folder.changed(study, changes)
            page = open_page(study, host, port, token)
            with suppress(KeyboardInterrupt):
                print(greeting(study, page), flush=True)
                page.run()
    except lock.Busy:
        raise UserError(
            f"another `sgpkit author study` has {study.folder} open; participants can share its URL"
        ) from None
    print(f"\nStopped. All answers are in {study.folder}. To continue: sgpkit author study {study.folder}")


def open_page(study: Study, host: str = "127.0.0.1", port: int = 0, token: str | None = None) -> Server:
    """Return a listening server of the study's page."""
    folders = {"/": PAGE, "/shared/": server.SHARED, "/pictures/": study.folder / folder.PICTURES}
    return server.serve(Sessions(study).routes(), folders, host, port, token)


def greeting(study: Study, page: Server) -> str:
    """Return the lines that the command prints."""
    items = f"{len(study.items):,} items in {study.batches:,} {'batch' if study.batches == 1 else 'batches'}"
    lines = [f"{study.folder}: {items}, each for {study.people} people", f"The page for participants: {page.address}"]
    if study.metadata["platform"]:
        separator = "&" if "?" in page.address else "?"
        lines.append(f"Participants need an id from the platform: {page.address}{separator}participant=NAME")
    if study.metadata["placeholder"]:
        lines.append(
            "The consent text is a placeholder: before people take part, create the study with --consent FILE.md"
        )
    lines.append("Press Ctrl-C to stop; all answers are saved.")
    return "\n".join(lines)
