"""Every metric's app: it builds, gives the metric's answer to its example, and accepts any input."""

import runpy

import evaluate
import gradio
import gradio_client
import hostile_texts
import PIL.Image
import pytest
import space_process

from sgpkit.integrations import metrics
from sgpkit.integrations.metrics import spaces
from sgpkit.integrations.space import example
from sgpkit.status import Status

NAMES = metrics.names()
SENT = ("prose", "NUL", "enormous", "deep JSON", "external", "markup")
pytestmark = [pytest.mark.spaces, pytest.mark.filterwarnings("ignore::Warning:gradio")]


def space_of(name, folder):
    """Write the files of the metric's Space into a new folder, and return it."""
    folder.mkdir()
    for path, data in spaces.files(name, "org").items():
        (folder / path).write_bytes(data)
    return folder


def opened(folder, port):
    """Return the app in a Space's folder, opened as a page by a client."""
    demo = runpy.run_path(str(folder / "app.py"))["demo"]
    assert isinstance(demo, gradio.Blocks)
    _, address, _ = demo.launch(server_port=port, prevent_thread_lock=True, quiet=True)
    return demo, gradio_client.Client(address, verbose=False)


def filled(shown):
    """Return the content of the form when it is opened."""
    cases = [case.fields for case in shown.cases] + [{}]
    options = [
        option.value if not isinstance(option.value, dict) else example.as_text(option.value)
        for option in shown.options.values()
    ]
    return [case.get(name, "") for case in cases for name in shown.fields] + options


def alone(shown, prediction):
    """Return the form with another prediction in the first case, and with empty options and other cases."""
    case = {} if prediction is None else {**shown.cases[0].fields, "prediction": prediction}
    first = [case.get(name, "") for name in shown.fields]
    return [*first, *[""] * len(shown.fields) * len(shown.cases), *[None] * len(shown.options)]


def asked(client, values):
    """Return the message, the figures, the table and the pictures."""
    message, *rest = client.predict(*values, api_name="/judge")
    return message["value"], *rest


def in_columns(table):
    return {name: [row[position] for row in table["data"]] for position, name in enumerate(table["headers"])}


@pytest.mark.parametrize("name", NAMES)
def test_the_app_answers_its_example_as_the_metric_does_and_survives_the_rest(name, port, tmp_path):
    shown = example.read(spaces.HERE / name)
    demo, client = opened(space_of(name, tmp_path / "space"), port)
    try:
        message, figures, table, pictures = asked(client, filled(shown))
        if shown.extra:  # .venv has no PyTorch
            assert "pip install 'sgpkit[perceptual]'" in message
            return
        lines = in_columns(table)
        assert message == ""
        assert lines["case"] == [str(item + 1) for item in range(len(shown.cases))]
        assert lines["statuses"] == [case.status for case in shown.cases]
        assert dict(figures["data"])["version"] == spaces.__version__
        assert as_numbers(lines["scores"]) == pytest.approx(scores(name, shown), rel=1e-3)
        assert all(lines["reasons"])
        assert len(pictures) == len(shown.drawn) * len(shown.cases)
        for picture in pictures:
            assert PIL.Image.open(picture["image"]).size == (320, 320)
        for text in SENT:
            message, _, table, _ = asked(client, alone(shown, hostile_texts.TEXTS[text]))
            assert message == ""
            assert set(in_columns(table)["statuses"]) <= set(Status)
        message, _, table, _ = asked(client, alone(shown, None))
        assert (message, table["data"]) == ("Fill in a case.", [])
    finally:
        client.close()
        demo.close(verbose=False)


def as_numbers(cells):
    return [float(cell) for cell in cells]


def scores(name, shown):
    """Return the result of the metric for the example."""
    metric = evaluate.load(str(spaces.HERE / name), keep_in_memory=True)
    values = {
        example.NAMED.get(field, field): [
            example.value_of(field, case.fields.get(field, ""), shown.aligned) for case in shown.cases
        ]
        for field in shown.fields
    }
    return metric.compute(**values, **{option: message.value for option, message in shown.options.items()})["scores"]


def test_a_mistaken_option_is_told_on_the_page(port, tmp_path):
    shown = example.read(spaces.HERE / "answer_entropy")
    demo, client = opened(space_of("answer_entropy", tmp_path / "space"), port)
    try:
        message, _, table, _ = asked(client, [*filled(shown)[:-1], '{"row 1": 3}'])
        assert message == "keys is 3; expected a text as in the example"
        assert table["data"] == []
    finally:
        client.close()
        demo.close(verbose=False)


SHOWN = """new Promise((done, failed) => {
    const before = Date.now();
    const look = () => {
        if (%s) done(true);
        else if (Date.now() - before > 40000) failed(new Error("it never came"));
        else setTimeout(look, 100);
    };
    look();
})"""


@pytest.mark.chromium
def test_a_visitor_clicks_and_sees_verdicts_and_drawings(browser, port, tmp_path):
    """Only the Space's files are in the folder, which has another name; the process is started as the Hub does."""
    folder = space_of("ssvg_structure", tmp_path / "space")
    with space_process.served(folder, port) as address:
        browser.open(address, 1280, 2400)
        button = "[...document.querySelectorAll('button')].find((each) => each.textContent.trim() === 'Judge')"
        browser.ask(SHOWN % button)
        browser.ask(f"{button}.click()")
        browser.ask(SHOWN % "document.body.innerText.includes('external reference')")
        pictures = "[...document.querySelectorAll('.grid-wrap img, .grid-container img')]"
        browser.ask(SHOWN % f"{pictures}.filter((each) => each.complete && each.naturalWidth === 320).length === 6")
        text = browser.ask("document.body.innerText")
        assert "the same molecule" in text
        assert "unsafe" in text
        assert not [complaint for complaint in browser.complaints() if "exceptionThrown" in complaint]
