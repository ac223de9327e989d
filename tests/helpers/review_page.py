"""A review page in a browser: its server over toy candidates, the steps of tests on it, and the text that tests read
from it."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import toy_candidates

from sgpkit.studies.review import journal, page_server, session

ID = "document.querySelector('#candidate:not([hidden]) .chips .id')?.textContent"
SAVED = "document.getElementById('saved').textContent === 'All saved'"
SAID = "document.getElementById('said').textContent"


class ReviewPage:
    """A folder of candidates with its page; `start` starts the server, each time on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = toy_candidates.folder(folder, drawings=3)
        self.server: Any = None
        self.port = 0
        self.routes: Callable[[Any], Any] = lambda usual: usual

    def start(self, token: str | None = None) -> str:
        """Start the server and return its address. `routes`, if a test sets it, changes the session's answers."""
        opened: Any = session.open_session(self.folder)
        changed = self.routes(opened.routes())
        opened.routes = lambda: changed
        self.server = page_server.open_page(opened, port=self.port, token=token)
        self.port = self.server.port
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        return str(self.server.address)

    def stop(self) -> None:
        if self.server is not None:
            self.server.close()
            self.thread.join(20)


def enter(browser: Any, address: Any, name: Any = "Ada", width: Any = 1280, height: Any = 900) -> Any:
    browser.open(address, width, height)
    browser.wait_for("!document.getElementById('who').hidden")
    browser.type_text(name)
    browser.press("Enter")
    return browser.wait_for(ID)


def lines(page: Any, name: Any = "Ada") -> Any:
    return journal.read(page.folder / "reviews" / f"{name}.jsonl")


def verdicts(page: Any, name: Any = "Ada") -> list[Any]:
    return [(line["candidate"], line["verdict"]) for line in lines(page, name)]


def choose(browser: Any, select: Any, value: Any) -> None:
    browser.ask(
        f"(() => {{ const it = document.getElementById({select!r}); it.value = {value!r};"
        " it.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )
