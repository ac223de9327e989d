"""The review page in a browser: keys, clicks and touches, several people, hostile texts, any width of screen."""

import json

import axe
import polars as pl
import pytest
from review_page import ID, SAID, SAVED, choose, enter, lines, verdicts

pytestmark = pytest.mark.chromium

HOSTILE = [
    "<img src=x onerror=document.title=1>",
    "<script>document.title=1</script>",
    '"><svg onload=document.title=1>',
    "javascript:document.title=1 http://evil.example/",
]


@pytest.mark.slow
def test_a_day_at_the_keyboard(browser, workspace):
    first = enter(browser, workspace.start(), "Ada L.")
    browser.press("a")
    second = browser.wait_for(f"{ID} !== {first!r} && {ID}")
    browser.press("c")
    browser.type_text("a? r!\nm")
    browser.press("Escape")
    browser.press("R")  # Caps Lock
    third = browser.wait_for(f"{ID} !== {second!r} && {ID}")
    browser.press("ArrowRight")
    fourth = browser.wait_for(f"{ID} !== {third!r} && {ID}")
    browser.press("ArrowLeft")
    browser.wait_for(f"{ID} === {third!r}")
    browser.press("ArrowRight")
    browser.wait_for(f"{ID} === {fourth!r}")
    browser.wait_for(SAVED)
    assert verdicts(workspace, "Ada L.") == [(first, "accept"), (second, "reject")]
    assert lines(workspace, "Ada L.")[1]["comment"] == "a? r!\nm", "letters in a comment are no keys"
    browser.press("u")
    browser.wait_for(f"{ID} === {second!r}")
    assert browser.ask("document.getElementById('comment').value") == "a? r!\nm", "its comment is there again"
    browser.press("u")
    browser.wait_for(f"{ID} === {first!r}")
    browser.press("u")
    browser.wait_for(f"{SAID} === 'There is nothing to undo.'")
    assert [verdict for _, verdict in verdicts(workspace, "Ada L.")] == ["accept", "reject", "undo", "undo"]
    browser.press("?")
    browser.wait_for("document.getElementById('keys').open")
    browser.press("a")
    browser.press("Escape")
    browser.wait_for("!document.getElementById('keys').open")
    assert browser.ask(ID) == first, "keys do nothing behind the help"
    browser.press("p")
    browser.wait_for("document.getElementById('code').textContent.startsWith('<svg')")
    assert browser.complaints() == []


def test_mending_with_the_keyboard(browser, workspace):
    enter(browser, workspace.start())
    choose(browser, "type", "color")
    identifier = browser.wait_for(f"{ID}?.includes(':color:') && {ID}")
    right = browser.ask("document.querySelector('.options .right b').textContent")
    other = "A" if right != "A" else "B"
    browser.press("1" if other == "A" else "2")
    browser.wait_for(f"document.getElementById('key-{other}')?.checked")
    browser.ask("document.getElementById('mended-question').select()")
    browser.click("#mended-question")
    browser.ask("document.getElementById('mended-question').select()")
    browser.type_text("Which  colour has 1 square?")
    browser.press("Enter", "Control")
    browser.wait_for(f"{ID} !== {identifier!r} && {SAVED}")
    (line,) = lines(workspace)
    assert line["candidate"] == identifier
    assert line["mended"] == {"question": "Which colour has 1 square?", "answer": other}
    browser.press("u")
    browser.wait_for(f"{ID} === {identifier!r}")
    assert browser.ask("document.getElementById('mended-question').value") == "Which colour has 1 square?", (
        "to go on with"
    )
    browser.press("Escape")
    browser.press("Escape")
    browser.wait_for("!document.getElementById('mended-question')")
    assert "unsaved" in browser.ask("document.getElementById('verdict').textContent")
    browser.press("m")
    assert browser.wait_for("document.getElementById('mended-question')?.value") == "Which colour has 1 square?"
    browser.click("#discard")
    browser.press("m")
    assert browser.wait_for("document.getElementById('mended-question')?.value") == "What colour is the square?"
    browser.press("Enter", "Control")
    browser.wait_for("!document.getElementById('trouble').hidden")
    browser.click("#option-A")
    browser.ask("document.getElementById('option-A').select()")
    browser.type_text("green")
    browser.press("Enter", "Control")
    browser.wait_for("document.getElementById('trouble').textContent === 'Two options are the same.'")
    assert len(lines(workspace)) == 2


def test_mouse_and_finger(browser, workspace):
    first = enter(browser, workspace.start(), width=390, height=844)
    browser.tap("#accept")
    second = browser.wait_for(f"{ID} !== {first!r} && {ID}")
    browser.click("#reject")
    third = browser.wait_for(f"{ID} !== {second!r} && {ID}")
    browser.tap("#skip")
    browser.wait_for(f"{ID} !== {third!r} && {ID}")
    choose(browser, "type", "shape")
    fourth = browser.wait_for(f"{ID}?.includes(':shape:') && {ID}")
    browser.tap("#mend")
    browser.wait_for("document.getElementById('key-D')")
    browser.tap("label:has(#key-D)")
    browser.tap("#save")
    browser.wait_for(f"{ID} !== {fourth!r} && {SAVED}")
    assert verdicts(workspace) == [(first, "accept"), (second, "reject"), (fourth, "mend")]
    assert lines(workspace)[2]["mended"] == {"answer": "D"}
    browser.tap("#undo")
    browser.wait_for(f"{ID} === {fourth!r}")
    browser.tap("figure button")
    browser.wait_for("document.getElementById('zoom').open")
    browser.tap("#zoom button")
    browser.wait_for("!document.getElementById('zoom').open")
    assert browser.complaints() == []


def test_several_people_at_once_have_their_own_verdicts(browser, workspace):
    address = workspace.start()
    enter(browser, address)
    browser.press("r")
    browser.wait_for("document.getElementById('counts').textContent.startsWith('1 of 9 judged by you, 1 by')")
    browser.click("#name")
    browser.wait_for("!document.getElementById('who').hidden")
    browser.ask("document.getElementById('person').value = ''")
    browser.type_text("../Bob")
    browser.press("Enter")
    browser.wait_for("document.getElementById('who-trouble').textContent.includes('is not a valid name')")
    browser.ask("document.getElementById('person').value = ''")
    browser.click("#person")
    browser.type_text("Bob")
    browser.press("Enter")
    browser.wait_for("document.getElementById('counts').textContent.startsWith('0 of 9 judged by you, 1 by')")
    choose(browser, "state", "done")
    browser.wait_for("!document.getElementById('finished').hidden")
    assert verdicts(workspace, "Bob") == []


def test_the_end_is_told_and_what_was_skipped_comes_again(browser, workspace):
    enter(browser, workspace.start())
    choose(browser, "type", "color")
    shown = []
    for _ in range(3):
        shown.append(browser.wait_for(f"{ID}?.includes(':color:') && !{json.dumps(shown)}.includes({ID}) && {ID}"))
        browser.press("ArrowRight" if len(shown) == 1 else "a")
    browser.wait_for(f"{ID} === {shown[0]!r}")
    browser.press("ArrowRight")
    browser.wait_for(f"{SAID} === 'There is no other candidate.'")
    browser.press("r")
    browser.wait_for("!document.getElementById('finished').hidden")
    browser.wait_for(SAVED)
    assert [verdict for _, verdict in verdicts(workspace)] == ["accept", "accept", "reject"]
    browser.press("ArrowLeft")
    browser.wait_for(f"{ID} === {shown[0]!r}")
    assert "You rejected this." in browser.ask("document.getElementById('verdict').textContent")


def test_nothing_that_a_model_wrote_can_act(browser, workspace):
    table = pl.read_parquet(workspace.folder / "candidates.parquet")
    text = "".join(HOSTILE)
    table.with_columns(
        *[
            pl.lit(text).alias(name)
            for name in ("code", "category", "question", "caption", "reason", "model", "source", "license", "type")
        ],
        pl.lit(HOSTILE).alias("options"),
        pl.lit(json.dumps({text: text})).alias("checks"),
    ).write_parquet(workspace.folder / "candidates.parquet")
    enter(browser, address := workspace.start())
    choose(browser, "machine", "all")
    choose(browser, "state", "all")
    kinds = set()
    for _ in range(12):
        before = browser.wait_for(ID)
        browser.press("p")
        browser.wait_for("document.getElementById('code').textContent && document.getElementById('more').open")
        assert text in browser.ask("document.getElementById('candidate').textContent")
        kinds.add("caption" in before)
        browser.press("m")
        browser.press("Escape")
        browser.press("Escape")
        browser.press("ArrowRight")
        browser.wait_for(f"{ID} && {ID} !== {before!r}")
        if len(kinds) == 2:
            break
    assert kinds == {True, False}
    assert browser.ask("document.title") == "toys: sgpkit review"
    assert (
        browser.ask("document.querySelectorAll('article svg, article script, article a, article iframe').length") == 0
    )
    assert {item.split("/")[2] for item in browser.requested()} == {address.split("/")[2]}
    assert browser.complaints() == []


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_it_fits_the_screen_and_everything_has_a_name(browser, workspace, width):
    enter(browser, workspace.start(), width=width)
    for step in ("", "m"):
        if step:
            browser.press(step)
        assert browser.ask("document.documentElement.scrollWidth") <= width
        bottoms = "[...document.querySelectorAll('.acts button')].filter((each) => each.offsetParent).map((each) => each.getBoundingClientRect())"
        for box in browser.ask(f"{bottoms}.map((box) => [box.left, box.right, box.bottom, box.height])"):
            assert box[0] >= 0
            assert box[1] <= width
            assert box[2] <= 900
            assert box[3] >= 44
        nameless = [
            node
            for node in browser.call("Accessibility.getFullAXTree")["nodes"]
            if node.get("role", {}).get("value") in ("button", "textbox", "combobox", "radio", "image", "dialog")
            and not node["ignored"]
            and not node.get("name", {}).get("value")
        ]
        assert nameless == []


def test_a_token_opens_the_page_and_leaves_the_address(browser, workspace):
    address = workspace.start("a-token-of-tests")
    browser.open(address.split("?")[0])
    assert browser.ask("document.body.textContent").startswith("this page needs a token; open the URL")
    enter(browser, address)
    assert browser.ask("location.href") == f"http://127.0.0.1:{workspace.port}/"
    first = browser.ask(ID)
    browser.press("a")
    browser.wait_for(f"{ID} !== {first!r} && {SAVED}")
    assert verdicts(workspace) == [(first, "accept")]


def test_keys_can_be_switched_off(browser, workspace):
    first = enter(browser, workspace.start())
    browser.click("#help")
    browser.click("#keys-on")
    browser.press("Escape")
    browser.wait_for("!document.getElementById('keys').open")
    browser.press("a")
    browser.press("ArrowRight")
    browser.click("#accept")
    browser.wait_for(f"{ID} !== {first!r} && {SAVED}")
    assert verdicts(workspace) == [(first, "accept")]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280, 2560])
def test_no_rule_of_accessibility_is_broken(browser, workspace, width, dark):
    address = workspace.start()
    browser.dark(dark)
    try:
        browser.open(address, width)
        browser.wait_for("!document.getElementById('who').hidden")
        assert not (broken := axe.violations(browser)), broken
        enter(browser, address, width=width)
        assert not (broken := axe.violations(browser)), broken
        assert browser.ask("document.documentElement.scrollWidth") == width
    finally:
        browser.dark(False)
