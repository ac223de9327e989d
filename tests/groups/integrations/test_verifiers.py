"""verifiers loads sgpkit's tasksets by name, takes rows without end, and gets the same rewards and pictures."""

import asyncio
import base64
import io
import itertools
import sys
from types import SimpleNamespace

import pytest
from PIL import Image

from sgpkit.benchmark import Score, families
from sgpkit.cli.main import main
from sgpkit.integrations import verifiers as adapter
from sgpkit.status import Status
from sgpkit.training import environments

pytest.importorskip("verifiers")
CONFIG = "ssvg-geometry-svg"


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packages")
    assert main(["export", "verifiers", "--out", str(folder)]) == 0
    return folder


def loaded(package, monkeypatch, **config):
    from verifiers.v1.utils import loaders

    monkeypatch.syspath_prepend(str(package / f"sgpkit-{CONFIG}"))
    sys.modules.pop("sgpkit_ssvg_geometry_svg", None)
    name = f"sgpkit-{CONFIG}"
    return loaders.load_taskset(loaders.taskset_config_type(name)(id=name, **config))


@pytest.mark.sandbox
def test_a_package_is_a_taskset_of_fresh_rows(package, monkeypatch):
    rows = loaded(package, monkeypatch)
    assert rows.INFINITE and not rows.bounded
    taken = list(itertools.islice(rows, 3))
    expected = list(itertools.islice(environments.stream(CONFIG), 3))
    assert [task.key for task in taken] == [row["id"] for row in expected]
    assert len(list(rows.take(2))) == 2
    for task, row in zip(taken, expected, strict=True):
        right, wrong = (SimpleNamespace(last_reply=text) for text in (row["code"], "no idea"))
        assert asyncio.run(task.headline(right)) == 1.0 and asyncio.run(task.headline(wrong)) == 0.0
        assert asyncio.run(task.parts(right))["recall"] == 1.0
        assert asyncio.run(task.parts(wrong))["answered"] == 0.0
        first, second = (asyncio.run(task.verdict(right)) for _ in range(2))
        assert first is second  # parts and headline are of one scoring


@pytest.mark.sandbox
def test_the_log_of_a_rollout_has_the_pictures(package, monkeypatch):
    from verifiers.v1 import Trace

    (task,) = itertools.islice(loaded(package, monkeypatch), 1)
    row = next(environments.stream(CONFIG))
    logged = []
    for reply in (row["code"], "no idea"):
        trace = Trace.model_construct(info={}, nodes=[])
        monkeypatch.setattr(Trace, "last_reply", property(lambda trace, reply=reply: reply))
        logged.append((asyncio.run(task.drawn(trace)), trace.info))
    (figures, pictures), (none, others) = logged
    assert figures == {"drawn": 1.0} and none == {"drawn": 0.0}
    assert set(pictures) == {"reference", "answer", "difference"} and set(others) == {"reference"}
    assert pictures["answer"] == pictures["reference"] == others["reference"]
    with Image.open(io.BytesIO(base64.b64decode(pictures["difference"].partition(",")[2]))) as same:
        assert same.convert("L").getextrema() == (255, 255)


@pytest.mark.sandbox
def test_rows_of_a_built_folder_end(package, monkeypatch, data):
    rows = loaded(package, monkeypatch, data=str(data))
    assert rows.bounded
    from sgpkit.integrations import tasks

    assert [task.key for task in rows] == [str(row["id"]) for row in tasks.planned(CONFIG, str(data)).rows]


def refined(answers, attempts):
    """Return the messages to a model between its answers, about the first fresh row."""
    packed = environments.packed(families.get(CONFIG), next(environments.stream(CONFIG)))
    sent = []

    class Interaction:
        async def __aenter__(self):
            return self

        async def __aexit__(self, *error):
            return None

        async def turn(self, messages=None):
            sent.append(messages)
            return SimpleNamespace(terminated=False, last_reply=next(answers))

    agents = SimpleNamespace(player=SimpleNamespace(interaction=lambda task: Interaction()))
    environment = SimpleNamespace(config=SimpleNamespace(attempts=attempts))
    task = SimpleNamespace(data=SimpleNamespace(row=packed))
    asyncio.run(adapter.refinement(CONFIG).run(environment, task, agents))
    return sent


@pytest.mark.sandbox
def test_refinement_shows_the_picture(package):
    row = next(environments.stream(CONFIG))
    sent = refined(iter(["no idea", row["code"], row["code"]]), attempts=3)
    assert sent[0] is None and len(sent) == 3
    (first,), (second,) = sent[1], sent[2]
    assert [part.type for part in first.content] == ["text"] and "no_answer" in first.content[0].text
    assert [part.type for part in second.content] == ["text", "image_url"]
    picture = base64.b64decode(second.content[1].image_url.url.partition(",")[2])
    assert picture.startswith(b"\x89PNG")
    assert row["code"] not in first.content[0].text


def test_refinement_does_not_charge_a_fault_of_the_machine_to_the_model(package, monkeypatch):
    benchmark = families.get(CONFIG)
    down = Score(0.0, status=Status.INFRA_ERROR, reason="no worker")
    scores = iter([down, Score(0.0, status=Status.NO_ANSWER), *[down] * 9])
    faulty = benchmark.replacing(score=lambda rows, completions: [next(scores)])
    monkeypatch.setattr(families, "get", lambda config: faulty)
    adapter.refinement.cache_clear()
    sent = refined(itertools.repeat("no idea"), attempts=3)
    adapter.refinement.cache_clear()
    texts = [message.content[0].text for (message,) in sent[1:]]
    assert ["no_answer" in text for text in texts] == [False, True, False, False]
    for text in texts[:1] + texts[2:]:
        assert "submit it again" in text
        assert not any(words in text for words in ("infra_error", "no worker", "0.00"))
