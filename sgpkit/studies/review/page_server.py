"""The server of the review page: its files, the pictures of the candidates, and the routes of the session."""

from contextlib import suppress
from pathlib import Path

from sgpkit.errors import UserError
from sgpkit.reports.webapp import access, server
from sgpkit.reports.webapp.server import Server
from sgpkit.runs import lock
from sgpkit.sandbox import interrupts
from sgpkit.studies.review import session, verdicts
from sgpkit.studies.review.session import ReviewSession

PAGE = Path(__file__).with_name("page")


def open_page(review: ReviewSession, host: str = "127.0.0.1", port: int = 0, token: str | None = None) -> Server:
    """Return a listening server. If other machines can reach it, it needs a token, which outlives the server."""
    folder = review.candidates.folder
    token = access.required_token(host, token, folder / verdicts.FOLDER / ".token")
    folders = {"/": PAGE, "/shared/": server.SHARED, "/pictures/": folder / "pictures"}
    return server.serve(review.routes(), folders, host, port, token)


def serve(folder: Path, only: str | None, host: str, port: int, token: str | None) -> None:
    """Print the address of the page, and serve it until the process is interrupted."""
    review = session.open_session(folder, only)
    reviews = folder / verdicts.FOLDER
    reviews.mkdir(exist_ok=True)
    interrupts.treat_sigterm_as_ctrl_c()
    try:
        with lock.hold(reviews / ".lock", reviews):
            page = open_page(review, host, port, token)
            with suppress(KeyboardInterrupt):
                print(greeting(review, page), flush=True)
                page.run()
    except lock.Busy:
        raise UserError(f"another `sgpkit author review` has {folder} open; reviewers can share its URL") from None
    print(f"\nStopped. All verdicts are in {reviews}; run the same command again to continue.")


def greeting(review: ReviewSession, page: Server) -> str:
    """Return the lines that the command prints."""
    candidates = review.candidates
    judged = {name: len(person.standing()) for name, person in review.people.items() if person.verdicts}
    people = ", ".join(f"{name} {count:,}" for name, count in judged.items())
    lines = [
        f"{candidates.folder}: {len(candidates):,} candidates, {sum(candidates.kept):,} passed the automatic checks"
        + (f"; judged: {people}" if people else ""),
        f"Review them at {page.address}",
    ]
    if "token=" in page.address:
        lines.append(
            "Anyone with this URL can review. The connection is not encrypted; use it only in a trusted network."
        )
    return "\n".join([*lines, "Press Ctrl-C to stop; all verdicts are saved."])
