"""Checks of `sgpkit eval` before it builds or asks anything: one message, one remedy, the exit code."""

import importlib.util
import json
import socket

import pytest
from openai_server import OpenAIServer, Reply, completion, error

from sgpkit.api import catalogue
from sgpkit.api.suites import evaluation, jobs, plan_text, preflight, record, summary
from sgpkit.api.suites.suite import Item, Model, Suite
from sgpkit.benchmark import families
from sgpkit.cli.main import main
from sgpkit.engines import endpoint
from sgpkit.errors import Unreachable, UserError
from sgpkit.sandbox.workers import sandbox


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    endpoint._found.clear()
    return tmp_path


def refused(capsys, folder, *arguments):
    """Run a command that must write nothing, and return its exit code and the lines of its message."""
    code = main(["eval", *arguments])
    assert list(folder.iterdir()) == [], "nothing was built"
    captured = capsys.readouterr()
    assert captured.out == ""
    return code, captured.err.splitlines()


@pytest.fixture
def dead_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (("--engine", "foo", "--model", "x"), "unknown engine 'foo'"),
        (("--engine", "baseline", "--model", "foo"), "unknown baseline 'foo'"),
        (("--engine", "baseline", "--model", "randon"), "did you mean 'random'"),
        (("--engine", "replay", "--model", "nowhere"), "no file 'nowhere' to replay"),
        (("--engine", "endpoint", "--model", "m"), "no API key for https://api.openai.com/v1: export OPENAI_API_KEY"),
        (("--engine", "endpoint", "--model", "m", "--base-url", "localhost:80"), "expected a URL such as"),
        (("--engine", "endpoint", "--model", "m", "--gpus", "2"), "--gpus is only for engines"),
        (("--engine", "baseline", "--model", "random", "--strategy", "dirct"), "unknown strategy 'dirct'"),
    ],
)
def test_mistakes_on_the_command_line(capsys, empty_folder, arguments, output):
    code, lines = refused(capsys, empty_folder, "smoke", *arguments)
    assert code == 2
    assert output in lines[0]
    assert len(lines) <= 2


def test_a_dead_server_is_one_message_and_its_own_exit_code(capsys, empty_folder, dead_port):
    url = f"http://127.0.0.1:{dead_port}/v1"
    code, lines = refused(capsys, empty_folder, "smoke", "--engine", "endpoint", "--model", "m", "--base-url", url)
    assert code == 3
    assert [line for line in lines if "no server answers" in line] == lines[:1]
    assert "--base-url" in lines[1] and len(lines) == 2


def test_a_server_that_accepts_connections_and_never_answers(monkeypatch, capsys, empty_folder):
    monkeypatch.setattr("sgpkit.engines.endpoint.server.LOOK_SECONDS", 0.3)
    with OpenAIServer(lambda body, number: Reply(), Reply(how="never")) as server:
        asked = ("smoke", "--engine", "endpoint", "--model", "m", "--base-url", server.url)
        code, lines = refused(capsys, empty_folder, *asked)
    assert code == 3
    assert "no answer from" in lines[0]


def test_a_wrong_key(monkeypatch, capsys, empty_folder):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-wrong-key-wrong-key")
    with OpenAIServer(lambda body, number: Reply(body=completion("x")), key="right") as server:
        asked = ("smoke", "--engine", "endpoint", "--model", "toy-model", "--base-url", server.url)
        code, lines = refused(capsys, empty_folder, *asked)
    assert code == 2
    assert "it rejected the key" in lines[0] and "sk-wrong" not in lines[0]
    assert "OPENAI_API_KEY" in lines[1]


@pytest.mark.parametrize(
    "reply",
    [
        Reply(404, error("The model `toy-modle` does not exist")),
        Reply(400, error("toy-modle is not a valid model ID")),
    ],
)
def test_a_model_that_the_server_does_not_have(capsys, empty_folder, reply):
    with OpenAIServer(lambda body, number: reply) as server:
        asked = ("smoke", "--engine", "endpoint", "--model", "toy-modle", "--base-url", server.url)
        code, lines = refused(capsys, empty_folder, *asked)
        assert len(server.requests) <= 5 and all(body["max_tokens"] == 1 for body in server.requests)
    assert code == 2
    assert "has no model 'toy-modle'; did you mean 'toy-model'?" in lines[0]


def suite_of(*configs):
    return Suite("some", "", tuple(Item(config) for config in configs))


def checked(model, *configs):
    made = jobs.jobs_of(suite_of(*configs), [model], record.Path("out"))
    preflight.check(made, (), ())
    return made


def served(url, model="toy-model", **options):
    return Model("endpoint", model, None, {"base_url": url, **options})


def test_an_alias_that_lists_leave_out_is_accepted_after_one_token():
    with OpenAIServer(lambda body, number: Reply(body=completion("x"))) as server:
        checked(served(server.url, "alias"), "sgp-svg", "vgqa-svg")
        assert len(server.requests) == 1, "the model is looked for once for all configs"


def test_a_listed_model_is_asked_nothing():
    with OpenAIServer(lambda body, number: Reply(500)) as server:
        checked(served(server.url), "sgp-svg", "vgqa-svg")
        assert not server.requests


def test_a_server_without_a_list_or_that_is_still_loading_is_accepted():
    unsupported = Reply(400, error("max_tokens is not supported with the model other", param="max_tokens"))
    for reply, models in (
        (Reply(503, error("loading")), Reply(404)),
        (unsupported, Reply(404)),
        (unsupported, None),
        (Reply(400, error("prompt: expected a template")), None),
    ):
        endpoint._found.clear()
        with OpenAIServer(lambda body, number, reply=reply: reply, models) as server:
            checked(served(server.url, "other"), "sgp-svg")


def test_a_server_that_starts_slowly_is_waited_for_if_a_timeout_is_given(monkeypatch):
    monkeypatch.setattr("sgpkit.engines.endpoint.server.LOOK_SECONDS", 0.2)
    slow = Reply(body={"data": [{"id": "toy-model"}]}, delay=1.0)
    with OpenAIServer(lambda body, number: Reply(500), slow) as server:
        with pytest.raises(Unreachable):
            checked(served(server.url), "sgp-svg")
        checked(served(server.url, timeout=60.0), "sgp-svg")


def test_runs_that_have_all_answers_need_no_server(monkeypatch, tmp_path, dead_port):
    model = served(f"http://127.0.0.1:{dead_port}/v1")
    made = jobs.jobs_of(suite_of("sgp-svg", "vgqa-svg"), [model], tmp_path)
    known = []
    monkeypatch.setattr(preflight.run_folders, "read_metadata", lambda folder: {"complete": folder in known})
    for job in made:
        job.folder.mkdir(parents=True)
        (job.folder / "run.json").write_text("{}")
        with pytest.raises(Unreachable):
            preflight.check_models(made)
        known.append(job.folder)
    preflight.check_models(made)


def test_a_baseline_of_some_configs_leaves_out_the_others():
    made = checked(Model("baseline", "constant"), "sgp-svg", "ssvg-molecule-svg")
    assert [str(job.state) for job in made] == ["waiting", "failed"]
    assert "unknown baseline 'constant'" in made[1].reason


def test_missing_extras_are_named_with_one_line_to_install_them(monkeypatch):
    monkeypatch.setattr(preflight.catalogue, "installed", lambda extra: False)
    with pytest.raises(UserError, match=r"pip install 'sgpkit\[digits,cad\]'") as caught:
        catalogue.check_extras([families.get(config) for config in ("sgp-mnist", "sgp-svg", "sgp-cad-3d")])
    assert str(caught.value).startswith("sgp-mnist, sgp-cad-3d need packages")


def test_estimates_without_the_engine_count_all_rows_and_name_the_remedy_once(monkeypatch, capsys, empty_folder):
    find_spec = importlib.util.find_spec
    missing = {"vllm": None}
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *_: missing.get(name, find_spec(name)))
    assert main(["eval", "smoke", "--engine", "vllm", "--model", "org/m", "--estimate"]) == 0
    printed = capsys.readouterr().err
    assert "68 answers, 68 to ask" in printed, "the rows that a build makes: 20 of sgp-svg, 12 of each other config"
    assert printed.count("pip install 'sgpkit[vllm]'") == printed.count("cannot run") == 1
    assert list(empty_folder.iterdir()) == []


def test_an_estimate_names_the_extras_with_the_line_to_install_them(monkeypatch, capsys, empty_folder):
    monkeypatch.setattr("sgpkit.api.catalogue.installed", lambda extra: False)
    assert main(["eval", "sgp-cad-3d", "--engine", "baseline", "--model", "random", "--estimate"]) == 0
    printed = capsys.readouterr().err
    assert "note: cannot run here: sgp-cad-3d needs packages that are not installed" in printed
    assert "\n      Install them: pip install 'sgpkit[cad]'" in printed


def test_a_job_that_cannot_start_is_one_short_line_of_the_plan(tmp_path):
    items = tuple(Item("sgp-svg", rows=index + 1) for index in range(3))
    made = jobs.jobs_of(Suite("many", "", items), [Model("baseline", "random")], tmp_path)
    for job in made:
        job.end(jobs.State.FAILED, "no sandbox here")
    assert plan_text.as_text(made).splitlines()[-1] == "3 runs cannot start: no sandbox here"
    noted = plan_text.as_text(made, ["cannot run here: no sandbox here\nAllow namespaces"]).splitlines()
    assert noted[-3:] == ["note: cannot run here: no sandbox here", "      Allow namespaces", "3 runs cannot start"]


def test_a_sandbox_is_needed_for_drawings_only(monkeypatch):
    def none():
        raise sandbox.Unavailable("install bubblewrap: apt install bubblewrap")

    monkeypatch.setattr(sandbox, "kind", none)
    checked(Model("baseline", "random"), "sgp-svg", "vgqa-svg")
    with pytest.raises(UserError, match=r"ssvg-molecule-svg needs a sandbox.*apt install bubblewrap"):
        checked(Model("baseline", "random"), "sgp-svg", "ssvg-molecule-svg")


def test_a_full_disk_and_a_folder_that_is_none(monkeypatch, tmp_path):
    preflight.check_disk(tmp_path / "new" / "deep")
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="file is a file; expected a folder"):
        preflight.check_disk(tmp_path / "file" / "runs")
    usage = preflight.shutil.disk_usage(tmp_path)._replace(free=50 << 20)
    monkeypatch.setattr(preflight.shutil, "disk_usage", lambda path: usage)
    with pytest.raises(UserError, match="50 MB free, at least 200 MB needed"):
        preflight.check_disk(tmp_path)


def test_a_server_that_dies_on_the_way_is_waited_for_once(monkeypatch, tmp_path):
    def run(*_):
        calls.append(1)
        raise Unreachable("no server answers at http://x/v1\nStart it")

    calls = []
    monkeypatch.setattr(evaluation.runs, "run", run)
    made = jobs.jobs_of(suite_of("sgp-svg", "vgqa-svg", "sgp-symmetry"), [Model("endpoint", "m")], tmp_path)
    evaluation.run_jobs(made, "rows", None, evaluation.Display())
    assert len(calls) == 1
    assert {str(job.state) for job in made} == {"left"}
    lines = list(summary.left(made))
    assert [line for line in lines if "no server answers" in line] == [
        "left  3 configs (m): no server answers at http://x/v1",
        "no server answers at http://x/v1",
    ]


class TestRecord:
    def evaluation(self, folder, data="../rows"):
        submission = folder / "evals/some/submission/sgp-svg/name"
        submission.mkdir(parents=True)
        (folder / "evals/rows").mkdir()
        state = {"state": "done", "folder": "elsewhere/evals/some/runs/m/sgp-svg-cot"}
        content = {"data": data, "jobs": [state, {"state": "left", "folder": "x"}]}
        (folder / "evals/some/evaluation.json").write_text(json.dumps(content))
        return submission

    def test_rows_of_a_submission_are_found_from_any_folder(self, tmp_path):
        submission = self.evaluation(tmp_path)
        assert record.rows_of([submission]).resolve() == tmp_path / "evals/rows"
        assert record.rows_of([submission.parents[1]]).resolve() == tmp_path / "evals/rows"
        assert record.rows_of([tmp_path]) is None
        assert record.rows_of(["org/results@main"]) is None

    def test_rows_that_are_on_the_hub_or_gone_are_not_named(self, tmp_path):
        for number, data in enumerate(("org/rows", "../gone", None, 3)):
            assert record.rows_of([self.evaluation(tmp_path / str(number), data)]) is None

    def test_location_is_relative_to_the_evaluation(self, tmp_path):
        (tmp_path / "rows").mkdir()
        assert record.location("rows", tmp_path / "evals/some") == "../../rows"
        assert record.location("org/rows@v1.0.0", tmp_path) == "org/rows@v1.0.0"

    def test_the_complete_runs_of_an_evaluation_are_submitted(self, tmp_path):
        folder = self.evaluation(tmp_path).parents[2]
        assert record.runs_in(folder) == [folder / "runs/m/sgp-svg-cot"]
        assert record.runs_in(tmp_path) == [tmp_path]
        (folder / "evaluation.json").write_text('{"jobs": []}')
        with pytest.raises(UserError, match="no run of this evaluation is complete"):
            record.runs_in(folder)


class TestReplayedFolders:
    def replayed(self, folder, name):
        (folder / name).mkdir(parents=True)
        return jobs.jobs_of(suite_of("sgp-svg"), [Model("replay", str(folder / name))], folder)[0]

    def test_a_model_is_named_after_the_folder_with_its_answers(self, tmp_path):
        job = self.replayed(tmp_path, "my.model-v1.5")
        (tmp_path / "my.model-v1.5/sgp-svg.jsonl").write_text("")
        assert job.model_name == "my.model-v1.5"
        assert job.options().name == "my.model-v1.5", "so that two folders are two models everywhere"
        assert job.folder.parent.name == "my.model-v1.5"

    def test_the_latest_log_of_lm_eval_is_found_below_the_folder(self, tmp_path):
        job = self.replayed(tmp_path, "out")
        (tmp_path / "out/org__model").mkdir()
        for name in ("sgp_svg_2025-01-01", "sgp_svg_2026-01-01", "sgp_svg_invariance_2027-01-01"):
            (tmp_path / f"out/org__model/samples_sgpkit_{name}T00-00-00.000000.jsonl").write_text("")
        assert job.options().model.endswith("samples_sgpkit_sgp_svg_2026-01-01T00-00-00.000000.jsonl")

    def test_a_folder_without_answers_is_refused_before_anything_is_built(self, tmp_path):
        (tmp_path / "empty").mkdir()
        with pytest.raises(UserError, match=r"no completions for sgp-svg; expected sgp-svg\.jsonl or sgp-svg\.parquet"):
            checked(Model("replay", str(tmp_path / "empty")), "sgp-svg", "vgqa-svg")
