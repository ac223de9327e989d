"""No verdict or text on the review page is lost if the page, the server, a reply or the store fails."""

import pytest
from review_page import ID, SAVED, choose, enter, lines, verdicts
from starlette.exceptions import HTTPException

pytestmark = pytest.mark.chromium


@pytest.mark.slow
def test_what_was_typed_outlives_the_page(browser, workspace):
    address = workspace.start()
    enter(browser, address)
    choose(browser, "type", "shape")
    identifier = browser.wait_for(f"{ID}?.includes(':shape:') && {ID}")
    browser.press("c")
    browser.type_text("half a thou")
    browser.press("Escape")
    browser.press("m")
    browser.type_text(" Really")
    browser.open(address)
    assert browser.wait_for(ID) == identifier, "where it was left, by whom and in which choice"
    assert browser.ask("document.getElementById('comment').value") == "half a thou"
    assert browser.ask("document.getElementById('mended-question').value") == "What shape is shown? Really"
    assert browser.ask("document.getElementById('type').value") == "shape"
    browser.click("#save")
    browser.wait_for(f"{ID} !== {identifier!r} && {SAVED}")
    assert lines(workspace)[0]["comment"] == "half a thou"
    browser.open(address)
    assert browser.wait_for(ID) != identifier


@pytest.mark.process
def test_the_server_dies_and_comes_back(browser, workspace):
    first = enter(browser, address := workspace.start())
    browser.wait_for(
        "performance.getEntriesByType('resource').filter((each) => each.name.includes('/api/next')).length >= 3"
    )
    workspace.stop()
    browser.press("a")
    second = browser.wait_for(f"{ID} !== {first!r} && {ID}")
    browser.press("r")
    third = browser.wait_for(f"{ID} !== {second!r} && {ID}")
    assert browser.wait_for("document.getElementById('notices').textContent").startswith(
        ("2 verdicts", "One", "The server")
    )
    assert browser.ask("document.getElementById('saved').textContent") == "2 to be saved"
    assert lines(workspace) == []
    assert workspace.start() == address
    browser.wait_for(SAVED)
    browser.wait_for("document.getElementById('notices').textContent === ''")
    assert verdicts(workspace) == [(first, "accept"), (second, "reject")]
    browser.press("a")
    browser.wait_for(f"{ID} !== {third!r} && {SAVED}")
    assert verdicts(workspace)[2] == (third, "accept")
    browser.press("u")
    browser.wait_for(f"{ID} === {third!r}")


def test_a_tab_that_is_closed_before_its_verdict_arrived_sends_it_when_it_is_opened_again(browser, workspace):
    first = enter(browser, address := workspace.start())
    browser.wait_for(
        "performance.getEntriesByType('resource').filter((each) => each.name.includes('/api/next')).length >= 3"
    )
    workspace.stop()
    browser.press("a")
    browser.wait_for(f"{ID} !== {first!r} && {ID}")
    browser.open("about:blank")
    workspace.start()
    assert verdicts(workspace) == []
    browser.open(address)
    browser.wait_for(f"{ID} && {SAVED}")
    assert verdicts(workspace) == [(first, "accept")]


def test_a_verdict_whose_reply_was_lost_counts_once(browser, workspace):
    lost = []

    def forgetful(routes):
        usual = routes["POST", "/api/verdict"]

        def verdict(request):
            reply = usual(request)
            if len(lost) < 2:
                lost.append(request.body["request"])
                raise OSError(5, "the reply is lost")
            return reply

        return {**routes, ("POST", "/api/verdict"): verdict}

    workspace.routes = forgetful
    first = enter(browser, workspace.start())
    browser.press("a")
    browser.wait_for(f"{ID} !== {first!r} && {SAVED} && document.getElementById('counts').textContent.startsWith('1 ')")
    assert len(set(lost)) == 1
    assert len(lost) == 2
    assert verdicts(workspace) == [(first, "accept")]


def test_a_verdict_that_is_refused_is_told_and_its_words_are_kept(browser, workspace):
    def strict(routes):
        def verdict(request):
            raise HTTPException(400, "not like this")

        return {**routes, ("POST", "/api/verdict"): verdict}

    workspace.routes = strict
    first = enter(browser, workspace.start())
    browser.press("c")
    browser.type_text("long thoughts")
    browser.press("Escape")
    browser.press("r")
    browser.wait_for("document.querySelector('#notices button')")
    assert "not like this" in browser.ask("document.getElementById('notices').textContent")
    browser.click("#notices button")
    browser.wait_for(f"{ID} === {first!r}")
    assert browser.ask("document.getElementById('comment').value") == "long thoughts"


def test_a_browser_that_keeps_nothing_still_sends_everything(browser, workspace):
    first = enter(browser, workspace.start())
    browser.ask("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; 1")
    browser.press("c")
    browser.type_text("no room")
    browser.press("Escape")
    browser.press("r")
    browser.wait_for(f"{ID} !== {first!r} && {SAVED}")
    assert lines(workspace)[0]["comment"] == "no room"
