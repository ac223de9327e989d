"""The page that browses runs, over HTTP and in a browser: what it answers, shows and refuses."""

import http.client
import json
import threading
from contextlib import contextmanager

import axe
import pytest
import toy_drawing
from live_runs import going, response_to
from toy_runs import HOSTILE, TOY, answered, replayed

from sgpkit.cli.main import main
from sgpkit.reports.browse import server

pytestmark = pytest.mark.process

WIDTHS = (360, 760, 1440)
FIRST = "document.querySelector('article h3')?.textContent"


@contextmanager
def serving(folder):
    page = server.open_page([folder])
    thread = threading.Thread(target=page.run)
    thread.start()
    try:
        yield page
    finally:
        page.close()
        thread.join()


@pytest.fixture
def evals(toy_home):
    replayed(toy_home, toy_drawing.DRAWING, [*HOSTILE, toy_drawing.square("#ff0000")], "evals/hostile/drawing")
    answered(toy_home, toy_drawing.DRAWING, "reference", "evals/right/drawing")
    answered(toy_home, TOY, "reference", "evals/long/toy", n=5)
    return toy_home / "evals"


def get(page, path):
    connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=60)
    connection.request("GET", path)
    reply = connection.getresponse()
    content = reply.read()
    connection.close()
    return reply.status, dict(reply.getheaders()), content


def test_it_listens_to_this_machine_only_and_loads_nothing_else(evals):
    with serving(evals) as page:
        assert page.listener.getsockname()[0] == "127.0.0.1"
        status, headers, content = get(page, "/")
        assert status == 200 and b"sgpkit runs" in content
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;")
        for path in ("/report/cards.js", "/report/page.css", "/browse.js", "/browse.css", "/shared/icon.png"):
            assert get(page, path)[0] == 200


@pytest.mark.parametrize(
    ("path", "status", "message"),
    [
        ("/api/responses", 400, "expected one or two runs"),
        ("/api/responses?run=../data", 400, "no run '../data'"),
        ("/api/responses?run=long/toy&start=-1", 400, "start: expected a number"),
        ("/api/responses?run=long/toy&order=x", 400, "unknown order 'x'; available: best, data, worst"),
        ("/api/responses?run=long/toy&cache=x", 400, "unknown parameter 'cache'"),
        ("/api/row?config=toy&id=nowhere", 400, "no run of toy has an answer"),
        ("/report/page.html", 404, ""),
        ("/../runs.py", 404, ""),
    ],
)
def test_what_it_does_not_have_is_refused(evals, path, status, message):
    with serving(evals) as page:
        output, _, content = get(page, path)
        assert output == status and message in content.decode()


def open_view(browser, page, view, width=1280):
    browser.open("about:blank")
    browser.open(f"{page.address}#{view}", width)
    browser.wait_for("started && document.querySelector('.run-line, article')")


@pytest.mark.slow
@pytest.mark.chromium
def test_output_of_models_is_shown_and_never_runs(evals, browser):
    with serving(evals) as page:
        for view in ("view=responses&run=hostile/drawing", "view=row&config=toy-drawing&id=square-0"):
            open_view(browser, page, view)
            title = browser.ask("document.title")
            browser.ask("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            browser.ask("new Promise((done) => setTimeout(done, 300))")
            assert browser.ask("document.title") == title and "owned" not in title
            assert browser.ask("document.querySelectorAll('article script, article svg, article iframe').length") == 0
            passages = browser.ask("[...document.querySelectorAll('pre')].map((each) => each.textContent)")
            assert HOSTILE[0] in passages
            assert all(address.startswith(page.address) for address in browser.requested())
            assert browser.complaints() == []


@pytest.mark.slow
@pytest.mark.chromium
def test_every_view_fits_and_is_accessible(evals, browser):
    views = {
        "runs": "view=runs",
        "responses": "view=responses&run=hostile/drawing",
        "pair": "view=responses&run=right/drawing&against=hostile/drawing",
        "row": "view=row&config=toy-drawing&id=square-0&run=right/drawing",
    }
    with serving(evals) as page:
        for name, view in views.items():
            for width in WIDTHS:
                open_view(browser, page, view, width)
                wide = browser.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                assert wide <= 0, f"{name} at {width} px"
            for dark in (False, True):
                browser.dark(dark)
                assert axe.violations(browser) == [], f"{name}, {'dark' if dark else 'light'}"
            browser.dark(False)


@pytest.mark.slow
@pytest.mark.chromium
def test_pages_are_turned_and_runs_compared_with_the_keyboard(evals, browser):
    with serving(evals) as page:
        open_view(browser, page, "view=responses&run=long/toy")
        assert browser.ask("find('pages').textContent") == "3"
        first = browser.ask(FIRST)
        browser.press("ArrowRight")
        browser.wait_for(f"{FIRST} !== {json.dumps(first)} && find('page').value === '2'")
        browser.press("ArrowLeft")
        browser.wait_for(f"{FIRST} === {json.dumps(first)}")
        browser.ask("find('query').focus()")
        browser.type_text("row-11")
        browser.wait_for("find('count').textContent.startsWith('5 of 60')")
        open_view(browser, page, "view=runs")
        assert browser.ask("find('choice').hidden")
        for name in ("hostile/drawing", "right/drawing"):
            browser.ask(f"document.getElementById('pick-{name}').focus()")
            browser.press(" ")
        browser.wait_for("!find('compare').disabled")
        browser.ask("find('compare').focus()")
        browser.press("Enter")
        browser.wait_for(
            "find('title').textContent === 'reference against answers.jsonl' && document.querySelector('article')"
        )
        assert browser.ask("document.activeElement.id") == "title"
        assert browser.ask("[...find('verdicts').querySelectorAll('input')].map((each) => each.value)")[1:3] == [
            "gained",
            "lost",
        ]
        browser.ask("document.querySelector('.go a').focus()")
        browser.press("Enter")
        browser.wait_for("!find('row-view').hidden && document.querySelectorAll('#answers article').length === 2")
        assert browser.ask("document.querySelectorAll('#pair .side pre').length") == 2
        assert browser.complaints() == []


@pytest.mark.slow
@pytest.mark.chromium
def test_counts_of_a_run_that_goes_on_change_by_themselves(toy_home, browser):
    _, log = going(toy_home)
    with serving(toy_home / "evals") as page:
        open_view(browser, page, "view=runs")
        assert "0 of 12 answered" in browser.ask("find('lead').textContent")
        browser.ask("document.querySelector('.run-line a').focus()")
        log.append(response_to(0, "A"), response_to(1, "B"))
        browser.wait_for("find('lead').textContent.includes('2 of 12 answered')")
        assert browser.ask("document.querySelector('progress').value") == 2
        assert browser.ask("document.activeElement.textContent") == "reference", "what is focused stays"
        browser.press("Enter")
        browser.wait_for("document.querySelectorAll('article').length === 2")
        log.append(response_to(2, "A"))
        browser.wait_for("!find('news').hidden && find('reload').textContent === 'Show 1 new answer'")
        browser.click("#reload")
        browser.wait_for("document.querySelectorAll('article').length === 3")
    log.close()


def test_a_folder_becomes_an_index_with_a_page_for_each_benchmark(evals, capsys):
    going(evals.parent)
    assert main(["report", str(evals), "--out", "site/index.html"]) == 0
    assert "not in the index: live/toy: " in capsys.readouterr().err
    text = (evals.parent / "site/index.html").read_text()
    assert "3 runs on 2 benchmarks" in text and "<script" not in text
    for name in ("toy", "toy-drawing"):
        assert f'href="index-pages/{name}.html"' in text
        assert (evals.parent / f"site/index-pages/{name}.html").stat().st_size > 10_000


def test_an_index_says_why_an_interval_is_missing(toy_home):
    answered(toy_home, TOY, "reference", "few/toy", limit=1)
    assert main(["report", "few", "--out", "site/index.html"]) == 0
    text = (toy_home / "site/index.html").read_text()
    assert "no interval: 1 drawing; at least 5 are needed" in text


def test_a_folder_without_runs_is_refused(toy_home, capsys):
    (toy_home / "empty").mkdir()
    assert main(["report", "empty"]) == 2
    assert "no scored run below empty" in capsys.readouterr().err
    assert main(["report", "nowhere", "--serve"]) == 2
    assert "nowhere: no such folder" in capsys.readouterr().err
    assert main(["report", "empty", "--port", "8421"]) == 2
    assert "argument --port: needs --serve" in capsys.readouterr().err
