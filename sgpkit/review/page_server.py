"""The review page behind its address: the files of the page, the pictures of the candidates, and the desk's routes."""

from pathlib import Path

from sgpkit.review import verdicts
from sgpkit.review.desk import Desk
from sgpkit.webapp import access
from sgpkit.webapp import server as web
from sgpkit.webapp.server import Server

HERE = Path(__file__).parent


def open_page(desk: Desk, host: str = "127.0.0.1", port: int = 0, token: str | None = None) -> Server:
    """A server that listens. Whoever can reach it from another machine needs a token, which outlives the server."""
    folder = desk.candidates.folder
    if token is not None:
        token = access.checked_token(token)
    elif not access.is_loopback(host):
        token = access.kept_token(folder / verdicts.FOLDER / ".token")
    folders = {
        "/": HERE / "page",
        "/shared/": Path(web.__file__).with_name("shared"),
        "/pictures/": folder / "pictures",
    }
    return web.serve(desk.routes(), folders, host, port, token)


def greeting(desk: Desk, server: Server) -> str:
    """What the command prints."""
    found = desk.candidates
    kept = sum(found.kept)
    people = ", ".join(f"{name} {len(person.standing()):,}" for name, person in desk.people.items() if person.acts)
    lines = [
        f"{found.folder}: {len(found):,} candidates, {kept:,} kept by the machine"
        + (f"; judged: {people}" if people else ""),
        f"Review them at {server.address}",
    ]
    if "token=" in server.address:
        lines.append("Whoever has this address can judge. It is not encrypted: use it within a network that you trust.")
    return "\n".join([*lines, "Ctrl-C ends it; nothing is lost."])
