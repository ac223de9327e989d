"""The user's own scorers: functions in the sandbox, endpoints, and the attacks on them."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from paths import ROOT

from sgpkit.errors import UserError
from sgpkit.quality.court import attacks, metrics, pairs, scorer
from sgpkit.quality.court.verdict import verdict

SCORERS = Path(__file__).parents[2] / "data" / "scorers"
PELICAN, MIXTURE, SILHOUETTE = ((SCORERS / f"{name}.py").read_text() for name in ("pelican", "mixture", "silhouette"))
"""Published rewards, implemented from their descriptions."""

INSPECT = """
class Score:
    def __init__(self, value):
        self.value = value

async def score(drawing):
    print("a scorer may print")
    return Score(float("circle" in drawing))
"""

STATEFUL = """
class Score:
    def __init__(self, value):
        self.value = value

def circles():
    async def score(state, target):
        assert state.input_text and state.metadata["reference"] == target.text == target[0]
        drawn = state.output.completion
        return Score("C" if drawn == target.text else "P" if "circle" in drawn else "I")
    return score
"""


@pytest.fixture(scope="module")
def made():
    return pairs.pairs(pairs.sources(["gen-composition"]), 2, axes=("color", "part missing", "primitives"))


def written(folder, code):
    path = folder / "reward.py"
    path.write_text(code)
    return f"{path}:score"


@pytest.mark.process
def test_a_silhouette_sees_a_missing_part_and_no_color(tmp_path, made):
    metric = scorer.metric(written(tmp_path, SILHOUETTE), made)
    held = verdict(metrics.marks(metric, made))
    assert held.axes["part missing"].right.value >= 0.5
    assert held.axes["color"].right.value == 0.0
    assert metric.low == 0.0
    assert metric.high == pytest.approx(1.0)


@pytest.mark.process
def test_a_mixture_of_similarities_sees_a_missing_part(tmp_path, made):
    metric = scorer.metric(written(tmp_path, MIXTURE), made)
    held = verdict(metrics.marks(metric, made))
    assert metric.high == pytest.approx(1.0)
    assert held.axes["part missing"].right.value >= 0.5


@pytest.mark.process
def test_a_reward_for_words_is_paid_for_the_echo_of_the_prompt(tmp_path, made):
    metric = scorer.metric(written(tmp_path, PELICAN), made)
    paid = {payment.name: payment for payment in attacks.payments(metric, made)}
    assert paid["echo of the prompt"].pays
    assert paid["hidden: undisplayed"].pays
    page = attacks.page("reward", "a table", list(paid.values()), ["color"], ["text"])
    assert "| echo of the prompt |" in page
    assert "**pays**" in page


@pytest.mark.process
def test_hidden_drawings_are_not_paid_by_what_looks_at_pictures(tmp_path, made):
    metric = scorer.metric(written(tmp_path, SILHOUETTE), made, (0.0, 1.0))
    paid = {payment.name: payment for payment in attacks.payments(metric, made[:4])}
    hidden = [payment for name, payment in paid.items() if name.startswith("hidden: ")]
    assert len(hidden) >= 10
    assert not any(payment.pays for payment in hidden if payment.name not in ("hidden: elsewhere",))
    assert paid["bitmap"].pays is False, "the painter refuses finished pictures"


@pytest.mark.process
def test_asynchronous_scorers_and_scores_with_a_value(tmp_path, made):
    address = written(tmp_path, INSPECT).replace(str(tmp_path), f"inspect:{tmp_path}")
    values = scorer.scores(address, made[:2], [made[0].right, "<svg/>"])
    assert values[1] == 0.0


@pytest.mark.process
def test_a_scorer_of_a_state_and_a_target(tmp_path, made):
    (tmp_path / "reward.py").write_text(STATEFUL)
    drawings = [str(made[0].row["code"]), "<svg><circle/></svg>", "<svg/>"]
    values = scorer.scores(f"inspect:{tmp_path / 'reward.py'}:circles", [made[0]] * 3, drawings)
    assert values == [1.0, 0.5, 0.0]


def test_a_module_of_evaluate_scores_predictions_by_references(made):
    address = f"evaluate:{ROOT / 'evaluate_metrics' / 'svg_similarity'}"
    same, blank = scorer.scores(address, made[:1] * 2, [str(made[0].row["code"]), metrics.BLANK])
    assert same == pytest.approx(1.0)
    assert blank < 0.5


@pytest.mark.process
def test_a_scorer_that_never_ends_is_stopped_by_its_processor_time(tmp_path, made, monkeypatch):
    monkeypatch.setattr(scorer, "STARTING", 1.0)
    with pytest.raises(scorer.ScorerFailed, match="not done after 2 s of processor time, for 1 drawings"):
        scorer.scores(written(tmp_path, "def score(drawing):\n    while True: pass"), made[:1], [made[0].right])


@pytest.mark.process
@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def score(drawing):\n    return 'good'", "expected a number, got 'good'"),
        ("def score(drawing):\n    raise KeyError('weights')", "KeyError: 'weights'"),
        ("def score(drawing):\n    open('/etc/passwd2')", "FileNotFoundError"),
        ("def other(drawing):\n    return 1", "no attribute 'score'"),
    ],
)
def test_failures_of_a_scorer_have_its_own_words(tmp_path, made, code, message):
    with pytest.raises(scorer.ScorerFailed, match=message):
        scorer.scores(written(tmp_path, code), made[:1], [made[0].right])


@pytest.mark.process
def test_a_scorer_has_no_network_and_sees_no_files_of_the_user(tmp_path, made):
    (tmp_path / "secret").write_text("mine")
    code = f"""
import os, socket
def score(drawing):
    try:
        socket.create_connection(("127.0.0.1", 9), timeout=1)
    except ConnectionRefusedError:
        return 2
    except OSError:
        pass
    return float(os.path.exists({str(tmp_path / "secret")!r}))
"""
    reached = scorer.scores(written(tmp_path, code), made[:1], [made[0].right])
    assert reached[0] in (0.0, 2.0)


def test_an_endpoint_gets_the_request_as_json(made):
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            body = json.dumps({"score": len(asked[-1]["drawing"]) / 1000}).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_port}/score"
        (value,) = scorer.scores(address, made[:1], [made[0].right])
    finally:
        server.shutdown()
    assert value == len(made[0].right) / 1000
    assert asked[0]["prompt"] == made[0].prompt
    assert set(asked[0]) == {"prompt", "drawing", "reference", "picture", "reference_picture"}


def test_addresses_that_are_none(made):
    with pytest.raises(UserError, match=r"expected PATH\.py:FUNCTION, a URL, evaluate:NAME, or inspect"):
        scorer.scores("reward", made[:1], [made[0].right])
    with pytest.raises(UserError, match="there is no such file"):
        scorer.scores("nowhere.py:score", made[:1], [made[0].right])
    with pytest.raises(scorer.ScorerFailed):
        scorer.scores("http://127.0.0.1:9/score", made[:1], [made[0].right])
