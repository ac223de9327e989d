"""The page of a study in a browser: clicks, keys and touches, and its state after a reload, a step back and a dead
server."""

import json
import threading
from contextlib import contextmanager, suppress
from pathlib import Path

import axe
import pytest
import toy_drawing

from sgpkit.studies.review.study import folder as study_folder
from sgpkit.studies.review.study import page_server, texts
from sgpkit.studies.review.study.items import Item, Stimulus

pytestmark = pytest.mark.chromium

HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
OPTIONS = ("red", HOSTILE, "blue", "none of these")
READY = """(() => {
  const controls = [...document.querySelectorAll("#options button, #scale input")];
  return document.getElementById("trial")?.hidden === false && controls.length > 0 && controls.every((each) => !each.disabled);
})()"""


def study(folder: Path, kind: str, items: int, pictures: int = 1) -> study_folder.Study:
    letters = tuple("ABCD") if kind == "choices" else ()
    stimuli = [
        Stimulus(
            Item("", f"row-{item}", 0, "question", 0, f"Question {item}: {HOSTILE}",
                 OPTIONS if letters else (), letters, tuple(f"Answer: {letter}" for letter in letters), "A" if letters else "",
                 captions=("The sketch", "The drawing")[:pictures] if pictures > 1 else ()),
            tuple(toy_drawing.png(color, (300, 200)) for color in toy_drawing.COLORS[:pictures]),
        )
        for item in range(items)
    ]  # fmt: skip
    measurements = {
        "kind": kind,
        "config": "toy-questions",
        "seed": 0,
        "wanted": [None, None],
        "people": 1,
        "patience": 60,
        "code": None,
        "platform": kind == "ratings",
        "placeholder": True,
        "texts": {"instructions": texts.text(kind), "consent": f"# You agree\n\n{HOSTILE}"},
        "data": {"sha256": "0" * 64},
    }
    if kind == "ratings":
        measurements |= {"scale": [0, 10], "criteria": f"Weigh these:\n- Craft: {HOSTILE}"}
    return study_folder.make(folder, stimuli, measurements, items)


@contextmanager
def served(made: study_folder.Study, port: int = 0):
    server = page_server.open_page(made, port=port)
    running = threading.Thread(target=server.run)
    running.start()
    try:
        yield server
    finally:
        server.close()
        running.join()


def lines(made):
    return [json.loads(line) for line in (made.folder / "journal.jsonl").read_text().splitlines()]


def answers(made):
    return [line for line in lines(made) if line["what"] == "answer"]


def begin(browser, address, *size):
    browser.call("Network.clearBrowserCookies")
    browser.open(address, *size)
    browser.wait_for("!document.getElementById('consent').hidden")
    assert browser.ask("document.getElementById('consent-on').disabled"), "nobody goes on without having agreed"
    browser.click("#agree")
    browser.click("#consent-on")
    browser.wait_for("!document.getElementById('instructions').hidden")
    browser.click("#begin")
    at(browser, 1)


def at(browser, number):
    """Wait until the page shows that item and accepts an answer. A page that is being left answers no question."""
    for _ in range(3):
        with suppress(RuntimeError):
            browser.wait_for(f"document.getElementById('count')?.textContent.startsWith('{number} of') && {READY}")
            return
    raise TimeoutError(f"the page never came to item {number}")


def option_texts(browser):
    return browser.ask("[...document.querySelectorAll('#options span')].map((each) => each.textContent)")


@pytest.mark.slow
def test_choices_by_key_mouse_and_finger_through_reloads_to_the_code(tmp_path, browser):
    made = study(tmp_path / "study", "choices", 5)
    with served(made) as server:
        begin(browser, server.address)
        assert browser.ask("document.querySelector('h2').textContent") == "You agree"
        shown = [option_texts(browser)]
        assert sorted(shown[0]) == sorted(OPTIONS)
        browser.press("5")
        browser.press("2")
        at(browser, 2)
        shown.append(option_texts(browser))
        assert "right" not in browser.ask("document.body.innerText").lower(), "nobody is told"
        browser.click("#options button:nth-child(3)")
        at(browser, 3)
        browser.open(server.address)
        at(browser, 3)
        shown.append(option_texts(browser))
        browser.tap("#options button:nth-child(4)")
        at(browser, 4)
        entries = browser.call("Page.getNavigationHistory")
        browser.open("about:blank")
        here = entries["entries"][entries["currentIndex"]]["id"]
        browser.call("Page.navigateToHistoryEntry", entryId=here)
        at(browser, 4)
        shown.append(option_texts(browser))
        browser.press("1")
        at(browser, 5)
        shown.append(option_texts(browser))
        browser.press("3")
        code = browser.wait_for("document.getElementById('code').textContent")
        browser.open(server.address)
        assert browser.wait_for("document.getElementById('code')?.textContent") == code
    chosen = [OPTIONS["ABCD".index(line["letter"])] for line in answers(made)]
    assert chosen == [item[entry] for item, entry in zip(shown, (1, 2, 3, 0, 2), strict=True)]
    assert [[OPTIONS[entry] for entry in line["shown"]] for line in answers(made)] == shown
    assert [line["trial"] for line in answers(made)] == [0, 1, 2, 3, 4]
    assert lines(made)[1]["code"] == code and all(line["took"] > 0.2 for line in answers(made))
    assert browser.complaints() == [] and browser.ask("document.title") == "Study"


@pytest.mark.process
def test_an_answer_waits_for_a_server_that_is_away_and_counts_once(tmp_path, browser):
    made = study(tmp_path / "study", "choices", 2)
    with served(made) as server:
        begin(browser, server.address, 390, 844)
        assert browser.ask("document.documentElement.scrollWidth") <= 390
        assert browser.ask("document.querySelector('#options button:last-child').getBoundingClientRect().bottom") <= 844
        text = option_texts(browser)[0]
        port = server.port
    browser.tap("#options button:first-child")
    browser.wait_for("document.getElementById('sending').textContent.includes('Not sent yet')")
    assert answers(made) == []
    with served(made, port):
        at(browser, 2)
        assert [OPTIONS["ABCD".index(line["letter"])] for line in answers(made)] == [text]
        browser.open(f"http://127.0.0.1:{port}/", 390, 844)
        at(browser, 2)
        browser.click("#leave")
        browser.click("#stay")
        browser.click("#leave")
        browser.click("#leave-on")
        browser.wait_for("!document.getElementById('withdrawn').hidden")
    assert [line["what"] for line in lines(made)] == ["consent", "begin", "answer", "withdraw"]


def test_why_something_is_refused_stays_to_be_read(tmp_path, browser):
    made = study_folder.changed(study(tmp_path / "study", "choices", 1), {"platform": True})
    with served(made) as server:
        browser.call("Network.clearBrowserCookies")
        browser.open(server.address)
        browser.wait_for("!document.getElementById('consent').hidden")
        browser.click("#agree")
        browser.click("#consent-on")
        browser.wait_for("document.getElementById('trouble').textContent.includes('the complete link')")
        browser.wait_for("!document.getElementById('agree').checked")
        assert not browser.ask("document.getElementById('trouble').hidden")
    assert not (made.folder / "journal.jsonl").exists()


def test_ratings_by_key_mouse_and_finger(tmp_path, browser):
    made = study(tmp_path / "study", "ratings", 4, pictures=2)
    with served(made) as server:
        begin(browser, f"{server.address}?participant=somebody")
        assert browser.ask("[...document.querySelectorAll('figcaption')].map((each) => each.textContent)") == [
            "The sketch",
            "The drawing",
        ]
        browser.press("Enter")  # nothing is chosen yet
        browser.press("1")
        browser.press("0")
        assert browser.ask("document.querySelector('#scale input:checked').value") == "10"
        browser.press("Enter")
        at(browser, 2)
        browser.press("0")
        browser.click("#rated")
        at(browser, 3)
        browser.press("4")
        browser.press("ArrowRight")
        browser.press("Enter")
        at(browser, 4)
        browser.click("#criteria summary")
        assert browser.ask("document.querySelector('#criteria li').textContent") == f"Craft: {HOSTILE}"
        browser.tap("#scale label:nth-child(10)")
        browser.tap("#scale label:nth-child(8)")
        browser.tap("#rated")
        browser.wait_for("!document.getElementById('end').hidden")
    assert [line["rating"] for line in answers(made)] == [10, 0, 5, 7]
    assert "somebody" not in (made.folder / "journal.jsonl").read_text() and len(lines(made)[0]["platform"]) == 64
    assert browser.complaints() == [] and browser.ask("document.title") == "Study"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["choices", "ratings"])
@pytest.mark.parametrize("width", [360, 1280, 2560])
def test_no_rule_of_accessibility_is_broken(tmp_path, browser, width, kind):
    made = study(tmp_path / "study", kind, 2, pictures=2)
    with served(made) as server:
        for dark in (False, True):
            browser.dark(dark)
            try:
                address = f"{server.address}?participant={width}-{dark}"
                browser.call("Network.clearBrowserCookies")
                browser.open(address, width)
                browser.wait_for("!document.getElementById('consent').hidden")
                assert axe.violations(browser) == [], "the consent"
                begin(browser, address, width)
                assert axe.violations(browser) == [], "a question"
                assert browser.ask("document.documentElement.scrollWidth") == width
            finally:
                browser.dark(False)
