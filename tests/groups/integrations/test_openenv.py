"""A config as an environment of OpenEnv: its server and client, sgpkit's rewards and pictures, many sessions at
once."""

import asyncio
import base64
import importlib
import json
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from grpo_steps import SMALL, Letters
from integration_answers import answers
from openenv_server import Server

import sgpkit
from sgpkit.benchmark import Completion, families
from sgpkit.cli.main import main
from sgpkit.errors import UserError
from sgpkit.integrations import openenv as adapter
from sgpkit.integrations import tasks
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.status import Status
from sgpkit.values import Score

pytest.importorskip("openenv")
CONFIG = "ssvg-geometry-svg"
EQUAL = (CONFIG, "sgp-svg", "vgen-graphviz", "turtle-scratch", "diagrams-svg")
SESSIONS = 64


@pytest.fixture
def served():
    running = []

    def start(**options):
        from sgpkit.integrations.openenv import server

        running.append(Server(server.app(**options)))
        return running[-1].url

    yield start
    for one in running:
        one.stop()


async def episode(url, completion, **chosen):
    """Ask one row in a separate session, and return the first and the last turn."""
    from sgpkit.integrations.openenv.client import Client
    from sgpkit.integrations.openenv.models import Answer

    async with Client(url, message_timeout_s=300) as session:
        first = await session.reset(**chosen)
        return first, await session.step(Answer(completion=completion))


def png(picture):
    content = base64.b64decode(picture.partition(",")[2])
    assert content.startswith(b"\x89PNG")
    return content


@pytest.mark.sandbox
@pytest.mark.parametrize("config", EQUAL)
def test_rewards_and_parts_are_those_of_score_row_by_row(served, data, tmp_path, config):
    plan = tasks.planned(config, str(data))
    rows = [tasks.whole_row(plan, row) for row in plan.rows]
    given = [(str(row["id"]), text) for row in rows for text in answers(plan.benchmark, [row] * 3)]
    url = served(config=config, data=str(data))

    async def play():
        return await asyncio.gather(*(episode(url, text, row=name) for name, text in given))

    rewards = defaultdict(list)
    for (name, text), (first, last) in zip(given, asyncio.run(play()), strict=True):
        (row,) = [row for row in rows if str(row["id"]) == name]
        (expected,) = tasks.scores(plan.benchmark, [row], [Completion(text)])
        assert first.observation.row == name and first.reward is None and not first.done
        assert first.observation.messages == tasks.openai(tasks.first_messages(plan, row))
        turn = last.observation
        assert (last.reward, last.done, turn.status) == (expected.value, True, expected.status)
        assert turn.parts == dict(expected.parts) and turn.reason == expected.reason
        rewards[name].append(last.reward)
    assert len({reward for one in rewards.values() for reward in one}) > 1
    # The same answers as runs of `sgpkit score`.
    for index in range(3):
        file = tmp_path / f"{index}.jsonl"
        file.write_text("".join(json.dumps({"id": name, "completion": text}) + "\n" for name, text in given[index::3]))
        run = sgpkit.run(config, data=data, engine="replay", model=str(file), out=tmp_path / f"run-{index}")
        sgpkit.score(run.folder)
        scored = ScoredRun.open(run.folder).responses
        assert dict(zip(scored["id"], scored["value"], strict=True)) == {
            name: values[index] for name, values in rewards.items()
        }


@pytest.mark.sandbox
def test_many_sessions_at_once_give_what_one_at_a_time_gives(served, data):
    config = CONFIG
    plan = tasks.planned(config, str(data))
    rows = list(plan.rows)
    texts = [altered(plan.benchmark, rows[number % len(rows)], number) for number in range(SESSIONS)]
    names = [str(rows[number % len(rows)]["id"]) for number in range(SESSIONS)]
    url = served(config=config, data=str(data), sessions=SESSIONS)

    async def together():
        return await asyncio.gather(*(episode(url, text, row=name) for text, name in zip(texts, names, strict=True)))

    async def alone():
        return [await episode(url, text, row=name) for text, name in zip(texts, names, strict=True)]

    at_once = [last for _, last in asyncio.run(together())]
    in_turn = [last for _, last in asyncio.run(alone())]
    assert [one.observation.picture for one in at_once] == [one.observation.picture for one in in_turn]
    assert [one.reward for one in at_once] == [one.reward for one in in_turn]
    pictures = [png(one.observation.picture) for one in at_once if one.observation.picture]
    assert len(pictures) > SESSIONS // 2 and len(set(pictures)) > SESSIONS // 4


def altered(benchmark, row, number):
    """Return an answer to a row that differs from those of the other sessions; every eighth is not a drawing."""
    text = benchmark.evidence.reference(row)
    if number % 8 == 7:
        return "I cannot."
    head, tag, rest = text.rpartition("</svg>")
    return f'{head}<rect x="1" y="1" width="{number + 1}" height="{number + 1}" fill="red"/>{tag}{rest}'


@pytest.mark.sandbox
def test_fresh_rows_follow_their_seeds(served):
    from sgpkit.training import environments

    url = served(config=CONFIG)
    expected = environments.stream(CONFIG)
    rows = [next(expected) for _ in range(3)]
    for seed in (2, 0, 1, 2):
        first, last = asyncio.run(episode(url, rows[seed]["code"], seed=seed))
        assert first.observation.row == rows[seed]["id"]
        assert last.reward == 1.0
    assert asyncio.run(episode(url, "no", row=rows[1]["id"]))[0].observation.row == rows[1]["id"]


@pytest.mark.sandbox
def test_attempts_show_feedback_and_the_last_is_rewarded(served, data):
    from sgpkit.integrations.openenv.client import Client
    from sgpkit.integrations.openenv.models import Answer

    (row, *_) = tasks.planned(CONFIG, str(data)).rows
    url = served(config=CONFIG, data=str(data), attempts=2)
    with Client(url).sync() as session:
        session.reset(row=str(row["id"]))
        first = session.step(Answer(completion=row["code"].replace("<svg", "<svg ", 1)))
        assert first.reward is None and not first.done and first.observation.score == 1.0
        (message,) = first.observation.messages
        assert [part["type"] for part in message["content"]] == ["text", "image_url"]
        assert row["code"] not in message["content"][0]["text"]
        assert session.state().judged == 1
        last = session.step(Answer(completion="no idea"))
        assert (last.reward, last.done, last.observation.status) == (0.0, True, "no_answer")
        with pytest.raises(RuntimeError, match="call reset first"):
            session.step(Answer(completion="more"))
        session.reset(row=str(row["id"]))
        assert session.step(Answer(completion="no idea")).observation.messages[0]["content"][0]["type"] == "text"
        with pytest.raises(RuntimeError, match="no row 'nowhere'"):
            session.reset(row="nowhere")


@pytest.mark.sandbox
def test_a_conversation_goes_on_until_its_last_answer(served, data):
    from sgpkit.integrations.openenv.client import Client
    from sgpkit.integrations.openenv.models import Answer

    config, strategy = "sgp-illusion", "own-program"
    plan = tasks.planned(config, str(data), strategy)
    assert tasks.has_turns(plan, plan.rows[0])
    url = served(config=config, data=str(data), strategy=strategy)
    svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle r='3'/></svg>"
    with Client(url).sync() as session:
        session.reset(seed=0)
        turns = 0
        result = session.step(Answer(completion=svg))
        while not result.done:
            assert result.reward is None and result.observation.messages and not result.observation.status
            result, turns = session.step(Answer(completion="Answer: A")), turns + 1
        assert turns >= 1 and result.reward in (0.0, 1.0)


def test_a_fault_of_the_machine_is_no_attempt(data, monkeypatch):
    from sgpkit.integrations.openenv import server
    from sgpkit.integrations.openenv.models import Answer

    fault = Score(0.0, status=Status.INFRA_ERROR, reason="no worker")
    monkeypatch.setattr(tasks, "score_all", lambda benchmark, rows, responses: [fault] * len(rows))
    options = adapter.checked(adapter.Options(CONFIG, str(data)))
    session = server.Session(server.Task(options))
    session.reset()
    turn = session.step(Answer(completion="anything"))
    assert (turn.reward, turn.score, turn.done, session.state.judged) == (None, None, False, 0)
    assert "submit it again" in turn.messages[0]["content"][0]["text"]


def test_a_package_is_an_environment_of_theirs(tmp_path, data, monkeypatch, capsys):
    from openenv.cli._validation import validate_multi_mode_deployment

    assert main(["export", "openenv", CONFIG, "--data", str(data), "--out", str(tmp_path), "--json"]) == 0
    folder = Path(json.loads(capsys.readouterr().out)["folder"])
    # They ask for a lock, which only a machine that reaches a registry can write: `uv lock`.
    assert validate_multi_mode_deployment(folder)[1] == ["Missing uv.lock - run 'uv lock' to generate it"]
    monkeypatch.syspath_prepend(str(tmp_path))
    package = importlib.import_module(folder.name)
    application = importlib.import_module(f"{folder.name}.server.app").app
    assert package.Client.__name__ == "Client" and {"/reset", "/step"} <= set(application.openapi()["paths"])
    for name in [name for name in sys.modules if name.startswith(folder.name)]:
        del sys.modules[name]


def test_what_cannot_be_carried_is_refused_by_name(data):
    with pytest.raises(UserError, match="a training config"):
        adapter.checked(adapter.Options("sgp-sit-10k"))
    with pytest.raises(UserError, match="unknown strategy"):
        adapter.checked(adapter.Options(CONFIG, strategy="guess"))
    dependent = [one.config for one in families.all_benchmarks() if one.scoring.score and one.scoring.batch_dependent]
    for config in dependent:
        with pytest.raises(UserError, match=f"{config} c"):
            adapter.checked(adapter.Options(config))


@pytest.mark.sandbox
def test_grpo_takes_a_few_steps_against_a_server(served, model, data, tmp_path, monkeypatch):
    from sgpkit.integrations.openenv import server
    from sgpkit.training.recipes.grpo import training
    from sgpkit.training.recipes.grpo.__main__ import main as train
    from sgpkit.training.served import Served

    given, judge = [], server.Task.judge

    def noted(task, waiting):
        given.extend((str(row["id"]), completion.text) for row, _, completion in waiting)
        return judge(task, waiting)

    monkeypatch.setattr(server.Task, "judge", noted)
    url = served(config=CONFIG, data=str(data))
    first, second = tasks.planned(CONFIG, str(data)).rows
    reward = Served(url)
    assert reward(["?"] * 3, [first["code"], "no", second["code"]], seed=[0, 0, 1]) == [1.0, 0.0, 1.0]
    given.clear()
    (tmp_path / "recipe.toml").write_text(f'model = "{model}"\nenvironment = "{url}"\n')
    weighted = training.weighted
    monkeypatch.setattr(training, "weighted", lambda settings: [(Letters(), 1.0), *weighted(settings)])
    changes = [word for one in SMALL for word in ("--set", one)]
    assert train([str(tmp_path / "recipe.toml"), "--out", str(tmp_path / "run"), *changes]) == 0
    record = json.loads((tmp_path / "run" / "training.json").read_text())
    assert record["steps"] == 2 and all(isinstance(value, float) for value in record["rewards"])
    assert len(given) == 2 * 4 and {name for name, _ in given} <= {str(first["id"]), str(second["id"])}
    assert (tmp_path / "run" / "adapter" / "adapter_config.json").is_file()
