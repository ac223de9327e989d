"""The server of the page: its routes and files, for this machine only."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from starlette.responses import HTMLResponse, JSONResponse, Response

from sgpkit.errors import UserError
from sgpkit.reports import resource
from sgpkit.reports.browse import runs
from sgpkit.reports.browse.views import Browser, Wanted
from sgpkit.reports.webapp import server
from sgpkit.reports.webapp.application import HEADERS, Handler, Request
from sgpkit.reports.webapp.server import Server
from sgpkit.sandbox import interrupts

PAGE = Path(__file__).with_name("page")
REPORT_FILES = ("cards.js", "page.css")
"""Files of the report that the page uses too."""

POLICY = HEADERS["Content-Security-Policy"].replace("img-src 'self'", "img-src 'self' data:")
"""The content security policy of the page, whose pictures are embedded in the replies as in a report."""

TYPES = {".js": "text/javascript", ".css": "text/css"}


def open_page(folders: Sequence[Path], port: int = 0) -> Server:
    """Return a listening server about the runs below some folders."""
    runs.require(folders)
    browser = Browser(folders)
    routes: dict[tuple[str, str], Handler] = {
        ("GET", "/"): lambda request: index(),
        ("GET", "/api/runs"): lambda request: JSONResponse(browser.runs()),
        ("GET", "/api/responses"): lambda request: JSONResponse(browser.responses(*asked(request))),
        ("GET", "/api/row"): lambda request: JSONResponse(browser.row(*row_of(request))),
        **{("GET", f"/report/{name}"): partial(report_file, name) for name in REPORT_FILES},
    }
    return server.serve(routes, {"/": PAGE, "/shared/": server.SHARED}, port=port)


def index() -> Response:
    """Return the page itself."""
    return HTMLResponse((PAGE / "index.html").read_text("utf-8"), headers={"Content-Security-Policy": POLICY})


def report_file(name: str, request: Request) -> Response:
    """Return a script or a style sheet of the report."""
    return Response(resource(name), media_type=TYPES[Path(name).suffix], headers={"Cache-Control": "no-cache"})


def asked(request: Request) -> tuple[list[str], Wanted]:
    """Return the runs and the filters of a request. Raises UserError for invalid values."""
    query: dict[str, Any] = dict(request.query)
    names = [query.pop(name) for name in ("against", "run") if name in query]
    start = query.pop("start", "0")
    if not start.isdecimal() or len(start) > 9:
        raise UserError(f"start: expected a number, got {start!r:.40}")
    if unknown := query.keys() - set(Wanted._fields):
        raise UserError(f"unknown parameter {min(unknown)!r:.40}")
    return names, Wanted(**query, start=int(start))


def row_of(request: Request) -> tuple[str, str]:
    """Return the config and the id of the row of a request."""
    return request.query.get("config", ""), request.query.get("id", "")


def serve(folders: Sequence[Path], port: int = 0) -> None:
    """Print the address of the page, and serve it until the process is interrupted."""
    interrupts.treat_sigterm_as_ctrl_c()
    page = open_page(folders, port)
    count = sum(1 for _ in runs.find(folders))
    print(f"{count:,} {'run' if count == 1 else 'runs'} below {', '.join(map(str, folders))}")
    print(f"Look at {page.address}\nOnly this machine can open it. Press Ctrl-C to stop.", flush=True)
    with suppress(KeyboardInterrupt):
        page.run()
    print("\nStopped.")
