"""The report in a browser: what it shows, how it is used, and what a model cannot do in it."""

import itertools
import json
import re
import subprocess

import axe
import pytest
import run_fixtures
import toy_drawing
from toy_runs import HOSTILE, MARKED, MOVED, TOY, answered, replayed

from sgpkit import reports as report
from sgpkit.runs import run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import compare, score
from sgpkit.runs.scoring.scored_run import ScoredRun


def visit(browser, address, *size):
    browser.open(address, *size)
    browser.ask("started.then(() => true)")


def use(browser, control, value):
    """Set a control as a person would, and wait until the page has answered."""
    event = "input" if control == "query" else "change"
    browser.ask(f"find({control!r}).value = {value!r}; find({control!r}).dispatchEvent(new Event({event!r}))")
    browser.ask("new Promise((done) => setTimeout(done, 300))")


def shown(browser):
    return browser.ask("[...document.querySelectorAll('article h3')].map((heading) => heading.textContent)")


@pytest.mark.process
@pytest.mark.chromium
def test_a_browser_shows_the_cards_and_runs_nothing_that_a_model_wrote(toy_home, browser):
    out = replayed(toy_home, toy_drawing.DRAWING, [*HOSTILE, toy_drawing.square("#ff0000")], "hostile")
    page = report.write([out], toy_home / "report.html").as_uri()
    visit(browser, page)
    assert shown(browser) == [f"square-{number}" for number in range(12)]
    browser.ask("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    browser.ask("new Promise((done) => setTimeout(done, 300))")
    passages = browser.ask("[...document.querySelectorAll('pre')].map((each) => each.textContent)")
    assert set(HOSTILE) <= set(passages)
    assert browser.ask("document.title") == "toy-drawing: sgpkit report"
    assert browser.ask("[...document.querySelectorAll('#cards img')].map((each) => each.naturalWidth)") == [256] * 13, (
        "one answer is drawn"
    )
    assert browser.ask("[...document.querySelectorAll('article script, article a, article svg')].length") == 0
    assert browser.requested() == [page]
    assert browser.complaints() == []


@pytest.mark.chromium
def test_even_markup_that_got_in_could_not_run(toy_home, browser):
    visit(browser, report.write([answered(toy_home, TOY)], toy_home / "report.html").as_uri())
    browser.ask("find('cards').innerHTML = '<img src=x onerror=document.title=1>'")
    browser.ask("document.body.append(Object.assign(document.createElement('script'), {text: 'document.title=1'}))")
    browser.ask("new Promise((done) => setTimeout(done, 300))")
    assert browser.ask("document.title") == "toy: sgpkit report"
    assert len(browser.complaints()) >= 2, "the policy stopped the script and the picture"


@pytest.mark.chromium
def test_filters_links_and_orders_choose_the_cards(toy_home, browser):
    few = replayed(
        toy_home, toy_drawing.DRAWING, ["", toy_drawing.square("#00ff00"), toy_drawing.square("#ff0000")], "few"
    )
    visit(browser, report.write([answered(toy_home, TOY, "random"), few], toy_home / "report.html").as_uri())
    assert len(shown(browser)) == 12
    browser.ask('document.querySelector(\'a[data-run="1"][data-status="ok"]\').click()')
    assert shown(browser) == ["square-1", "square-2"]
    assert browser.ask("find('run').value") == "1"
    browser.ask("document.querySelector('input[value=wrong]').click()")
    assert shown(browser) == ["square-2"]
    use(browser, "query", "Number 1")
    assert browser.ask("find('cards').textContent") == "No response matches these filters."
    use(browser, "status", "all")
    browser.ask("document.querySelector('input[value=all]').click()")
    assert shown(browser) == ["square-1", "square-10", "square-11"]
    assert browser.ask("find('count').textContent") == "3 of 12 responses of this run"
    use(browser, "query", "")
    use(browser, "order", "best")
    assert shown(browser)[:3] == ["square-1", "square-0", "square-2"]
    use(browser, "order", "longest")
    assert shown(browser)[:3] == ["square-1", "square-2", "square-0"]
    use(browser, "run", "0")
    assert shown(browser)[0] == "row-0"
    assert browser.complaints() == []


@pytest.mark.chromium
def test_many_cards_come_page_by_page_and_long_texts_when_asked(toy_home, browser):
    items = [
        {"id": f"row-{row}", "sample": sample, "completion": f"{row}.{sample} " + "z" * 4000}
        for row in range(12)
        for sample in range(6)
    ]
    (toy_home / "answers.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    run.run(TOY, str(toy_home / "data"), toy_home / "run", run.Options("replay", "answers.jsonl", n=6))
    score.score(Run.open(toy_home / "run"))
    visit(browser, report.write([toy_home / "run"], toy_home / "report.html").as_uri())
    assert len(shown(browser)) == 60
    assert shown(browser)[1] == "row-0 sample 2"
    browser.ask("find('more').focus(); find('more').click()")
    assert len(shown(browser)) == 72
    assert browser.ask("find('more').hidden")
    completion = "[...document.querySelectorAll('details')].find((each) => each.textContent === 'Completion')"
    browser.ask(f"globalThis.part = {completion}; part.open = true")
    browser.ask("new Promise((done) => setTimeout(done, 200))")
    assert browser.ask("part.querySelector('pre').textContent.length") == 1501
    browser.ask("part.querySelector('button').click()")
    assert browser.ask("part.querySelector('pre').textContent") == items[0]["completion"]


@pytest.mark.chromium
@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_the_page_is_as_wide_as_the_screen(toy_home, browser, width):
    runs = [answered(toy_home, TOY, model) for model in ("reference", "random")]
    runs.append(replayed(toy_home, toy_drawing.DRAWING, HOSTILE, "a-run-with-quite-a-long-name-of-a-folder"))
    runs.append(answered(toy_home, MOVED))
    visit(browser, report.write(runs, toy_home / "report.html").as_uri(), width)
    assert browser.ask("document.documentElement.scrollWidth") == width
    assert browser.ask("document.querySelectorAll('.ladder').length") > 0, "printed figures"
    browser.ask("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert browser.ask("document.documentElement.scrollWidth") == width


@pytest.mark.chromium
def test_what_differs_is_painted_over_the_reference(toy_home, browser):
    answers = [toy_drawing.square("#0000ff"), toy_drawing.square("#00ff00"), "no drawing"]
    visit(
        browser,
        report.write([replayed(toy_home, toy_drawing.DRAWING, answers, "out")], toy_home / "report.html").as_uri(),
    )
    offered = "[...document.querySelectorAll('#cards article')].map((each) => each.textContent.includes('Differences'))"
    assert browser.ask(offered)[:3] == [True, False, False], "the second is the reference, the third no picture"
    browser.ask("[...document.querySelectorAll('summary')].find((each) => each.textContent === 'Differences').click()")
    browser.ask("new Promise((done) => setTimeout(done, 300))")
    color = browser.ask(
        "[...document.querySelector('#cards canvas').getContext('2d').getImageData(128, 128, 1, 1).data]"
    )
    assert color[:3] == [150, 40, 190], "a red square where a blue one was drawn"
    assert browser.complaints() == []


@pytest.mark.chromium
def test_what_the_benchmark_found_wrong_is_marked_on_both_pictures(toy_home, browser):
    out = replayed(toy_home, MARKED, [toy_drawing.square("#00ffff"), toy_drawing.square("#00ff00")], "marked")
    for _ in range(2):  # the second page has the marks from the cache
        visit(browser, report.write([out], toy_home / "report.html").as_uri())
        summary = "[...document.querySelectorAll('summary')].find((each) => each.textContent === 'Differences')"
        browser.ask(f"{summary}.click()")
        browser.ask("new Promise((done) => setTimeout(done, 300))")
        pixel = "[...document.querySelectorAll('#cards canvas')].map((each) => [...each.getContext('2d').getImageData({}, 192, 1, 1).data])"
        reference, answer = browser.ask(pixel.format(100))
        assert reference[:3] == [200, 40, 30]
        assert answer[:3] != [30, 80, 210]
        _, ring = browser.ask(pixel.format(192 + 384 // 28))
        assert ring[:3] == [30, 80, 210]
    assert browser.complaints() == []


@pytest.mark.chromium
def test_programs_are_coloured_and_stay_the_text_that_they_are(toy_home, browser):
    program = '# a note\n<rect width="3"/> \\draw (0,0) -- (1.5,2); % end\nfor x in y: return -4'
    visit(browser, report.write([replayed(toy_home, TOY, [program], "words")], toy_home / "report.html").as_uri())
    browser.ask("[...document.querySelectorAll('summary')].find((each) => each.textContent === 'Completion').click()")
    browser.ask("new Promise((done) => setTimeout(done, 300))")
    assert browser.ask("document.querySelector('pre').textContent") == program
    colored = browser.ask(
        "[...document.querySelectorAll('pre span')].map((each) => [each.className, each.textContent.trim()])"
    )
    for piece in (
        ["comment", "# a note"],
        ["word", "<rect"],
        ["string", '"3"'],
        ["word", "\\draw"],
        ["number", "1.5"],
        ["comment", "% end"],
        ["word", "for"],
        ["number", "-4"],
    ):
        assert [f"token-{piece[0]}", piece[1]] in colored


@pytest.mark.chromium
def test_compared_runs_show_the_rows_that_flipped_side_by_side(toy_home, browser):
    red, green = (
        replayed(toy_home, toy_drawing.DRAWING, [toy_drawing.square(color)] * 12, color[1:])
        for color in toy_drawing.COLORS[:2]
    )
    visit(
        browser,
        report.write_comparison(
            compare.compare([ScoredRun.open(red), ScoredRun.open(green)]), toy_home / "compared.html"
        ).as_uri(),
    )
    assert len(shown(browser)) == 12
    browser.ask("document.querySelector('a[data-verdict=\"gained\"]').click()")
    assert shown(browser) == ["square-1", "square-4", "square-7", "square-10"]
    assert browser.ask("find('count').textContent") == "4 of 12 pairs of responses"
    assert browser.ask("document.querySelector('article').querySelectorAll('img').length") == 3
    browser.ask("document.querySelector('a[data-verdict=\"lost\"]').click()")
    assert shown(browser) == ["square-0", "square-3", "square-6", "square-9"]
    use(browser, "run", "0")
    assert len(shown(browser)) == 12
    assert browser.complaints() == []


@pytest.mark.chromium
def test_the_page_opens_with_drawings_of_each_kind_and_what_differs(toy_home, browser):
    answers = [toy_drawing.square("#ff0000"), toy_drawing.square("#0000ff"), "", "I cannot do that."]
    out = replayed(toy_home, toy_drawing.DRAWING, answers, "out")
    visit(browser, report.write([out], toy_home / "report.html").as_uri())
    kinds = "[...document.querySelectorAll('.specimens h3')].map((each) => each.textContent)"
    assert browser.ask(kinds) == ["Wrong, with differences", "Right", "Unreadable"]
    assert browser.ask("document.querySelectorAll('.specimens.wrong canvas').length") == 1
    position = (
        "Math.sign(document.querySelector('.highlights').compareDocumentPosition(document.querySelector('table')))"
    )
    assert browser.ask(position) == 1, "drawings before tables"
    assert browser.complaints() == []


@pytest.mark.chromium
def test_tables_lie_behind_tabs_that_the_keyboard_moves_through_and_all_are_printed(toy_home, browser):
    visit(browser, report.write([answered(toy_home, TOY, "random", n=3)], toy_home / "report.html").as_uri())
    tabs = "[...document.querySelectorAll('[role=tab]')]"
    names = browser.ask(f"{tabs}.map((each) => each.textContent)")
    assert len(names) > 1
    shown = "[...document.querySelectorAll('[role=tabpanel]')].map((each) => each.getBoundingClientRect().height > 0)"
    assert browser.ask(shown) == [True] + [False] * (len(names) - 1)
    browser.ask(f"{tabs}[0].focus()")
    browser.press("ArrowRight")
    assert browser.ask(shown) == [False, True] + [False] * (len(names) - 2)
    assert browser.ask("document.activeElement.getAttribute('aria-selected')") == "true"
    browser.press("End")
    browser.press("ArrowRight")
    assert browser.ask(shown)[0], "after the last comes the first"
    browser.call("Emulation.setEmulatedMedia", media="print")
    try:
        assert all(browser.ask(shown))
    finally:
        browser.call("Emulation.setEmulatedMedia", media="")


@pytest.fixture(scope="module")
def pages(tmp_path_factory, built_run_toys):
    """A report and a comparison, of runs with answers of every kind."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        paths = run_fixtures.at_home(tmp_path_factory.mktemp("pages"), monkeypatch, built_run_toys)
        answers = [toy_drawing.square("#ff0000"), toy_drawing.square("#0000ff"), "", "I cannot do that."]
        drawn = replayed(paths, toy_drawing.DRAWING, answers, "out")
        reported = report.write([drawn, answered(paths, MARKED), answered(paths, TOY, n=2)], paths / "report.html")
        first, second = (ScoredRun.open(drawn), ScoredRun.open(answered(paths, toy_drawing.DRAWING, "random")))
        compared = report.write_comparison(compare.compare([first, second]), paths / "compared.html")
        return reported, compared


@pytest.mark.slow
@pytest.mark.chromium
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280, 2560])
def test_no_rule_of_accessibility_is_broken(pages, browser, width, dark):
    browser.dark(dark)
    try:
        for page in pages:
            visit(browser, page.as_uri(), width)
            browser.ask("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            browser.ask("new Promise((done) => setTimeout(done, 300))")
            assert axe.violations(browser) == []
            assert browser.ask("document.documentElement.scrollWidth") == width
    finally:
        browser.dark(False)


@pytest.mark.process
@pytest.mark.chromium
def test_on_paper_no_word_lies_upon_another(toy_home, browser, tmp_path):
    few = replayed(toy_home, toy_drawing.DRAWING, [toy_drawing.square("#ff0000")] * 6, "few")
    runs = [answered(toy_home, TOY, "random"), answered(toy_home, MARKED), few]
    visit(browser, report.write(runs, toy_home / "report.html").as_uri())
    (tmp_path / "page.pdf").write_bytes(browser.printed())
    done = subprocess.run(
        ["pdftotext", "-bbox", tmp_path / "page.pdf", "-"], capture_output=True, text=True, check=True
    )
    pages = done.stdout.split("<page ")[1:]
    assert 1 < len(pages) < 12
    for page in pages:
        boxes = [tuple(map(float, box)) for box in re.findall(WORD, page)]
        assert not [(one, other) for one, other in itertools.combinations(boxes, 2) if overlap(one, other) > 0.3]


WORD = r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">'


def overlap(one, other):
    """Return the area that two boxes share, as a share of the smaller one."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return max(width, 0) * max(height, 0) / max(min(areas), 1e-9)
