"""`sgpkit metrics push`: the resulting Spaces, and loading them by `evaluate`."""

import re
import shutil
import subprocess
import sys

import pytest

from sgpkit.cli import main
from sgpkit.errors import UserError
from sgpkit.integrations import metrics
from sgpkit.integrations.metrics import push, spaces

SPACE = "org/choice_accuracy"
ONE = ["metrics", "push", "--org", "org", "--metric", "choice_accuracy"]


def pushed(*names, **options):
    return list(push.push("org", names, **options))


def test_every_metric_becomes_a_space_and_a_second_push_does_nothing(hub):
    lines = pushed()
    assert [line.partition(":")[0] for line in lines] == [f"org/{name}" for name in metrics.names()]
    for name in metrics.names():
        result = hub.files("space", f"org/{name}")
        assert {path: result[path] for path in spaces.files(name, "org")} == spaces.files(name, "org")
        assert len(hub.repo("space", f"org/{name}").history("main")) == 2, "made, and one commit"
    assert f'evaluate.load("{SPACE}")'.encode() in hub.files("space", SPACE)["README.md"]
    commits = {name: hub.repo("space", f"org/{name}").branches["main"] for name in metrics.names()}
    asked = len(hub.requests)
    assert pushed() == [f"org/{name}: unchanged ({commit[:12]})" for name, commit in commits.items()]
    assert {request.method for request in hub.requests[asked:]} == {"GET"}


def test_only_what_differs_is_sent_and_what_others_put_there_stays(hub):
    pushed("choice_accuracy")
    changed = {"app.py": b"print('old')", "packages.txt": b"cowsay\n", "notes.md": b"by hand"}
    hub.commit("space", SPACE, changed)
    (line,) = pushed("choice_accuracy", dry_run=True)
    assert line == f"{SPACE}: would change app.py, packages.txt"
    assert hub.files("space", SPACE)["app.py"] == b"print('old')"
    (line,) = pushed("choice_accuracy")
    assert line.startswith(f"{SPACE}: app.py, packages.txt (")
    result = hub.files("space", SPACE)
    assert result["app.py"] == spaces.files("choice_accuracy")["app.py"]
    assert result["notes.md"] == b"by hand"
    assert "packages.txt" not in result


def test_a_dry_run_makes_nothing(hub, capsys):
    assert main.main([*ONE, "--dry-run"]) == 0
    assert capsys.readouterr().out.startswith(f"{SPACE}: would be created with README.md, app.py, choice_accuracy.py")
    assert not hub.store.repos


@pytest.mark.slow
@pytest.mark.sandbox
def test_evaluate_loads_what_was_pushed_and_the_readmes_example_runs(hub, tmp_path):
    """The process knows only the address of the Hub."""
    assert main.main(["metrics", "push", "--org", "org", "--metric", "ssvg_structure"]) == 0
    readme = hub.files("space", "org/ssvg_structure")["README.md"].decode()
    (block,) = re.findall(r"^```python\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    assert 'evaluate.load("org/ssvg_structure")' in block
    environment = hub.environment(token=None) | {"HF_MODULES_CACHE": str(tmp_path / "modules")}
    done = subprocess.run(
        [sys.executable, "-c", block], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == re.findall(r"^# (.*)$", block, re.MULTILINE)
    assert any("/spaces/org/ssvg_structure/resolve/main/ssvg_structure.py" in request.path for request in hub.requests)
    assert list((tmp_path / "modules").rglob("ssvg_structure.py"))


def test_a_metric_without_a_card_is_reported_before_anything_is_sent(hub, tmp_path, monkeypatch):
    for name in ("answer_entropy", "choice_accuracy"):
        shutil.copytree(spaces.HERE / name, tmp_path / name)
    (tmp_path / "choice_accuracy" / "README.md").unlink()
    monkeypatch.setattr(spaces, "HERE", tmp_path)
    monkeypatch.setattr(metrics, "FOLDER", tmp_path)
    with pytest.raises(
        UserError,
        match=r"choice_accuracy: README\.md, the Space card, is missing\n.*python -m sgpkit\.integrations\.metrics\.spaces",
    ):
        pushed()
    assert not hub.requests


def test_a_space_of_somebodys_other_work_is_not_written_over(hub):
    hub.create("space", SPACE, sdk="gradio")
    hub.commit("space", SPACE, {"app.py": b"print('a game')", "README.md": b"# A game"})
    with pytest.raises(UserError, match=r"exists but is not this metric: it contains app\.py"):
        pushed("choice_accuracy")
    assert hub.files("space", SPACE)["app.py"] == b"print('a game')"


def test_a_push_that_was_broken_off_is_taken_up(hub):
    """The Space exists, but its commit is missing."""
    hub.fail(status=403, path="/commit/main")
    with pytest.raises(UserError, match="may not write to"):
        pushed("choice_accuracy")
    (line,) = pushed("choice_accuracy")
    assert "app.py" in line
    assert len(hub.repo("space", SPACE).history("main")) == 2


def test_a_commit_whose_answer_was_lost_is_not_made_twice(hub):
    hub.fail(drop="after", path="/commit/main")
    (line,) = pushed("choice_accuracy")
    repo = hub.repo("space", SPACE)
    assert len(repo.history("main")) == 2
    assert repo.branches["main"][:12] in line


def test_busy_servers_are_waited_for_and_another_push_is_not_written_over(hub, monkeypatch):
    hub.fail(status=429, retry_after=7, path="/commit/main")
    pushed("choice_accuracy")
    assert 7 in hub.waits
    hub.commit("space", SPACE, {"app.py": b"old"})
    look, seen = push.look, []

    def overtaken(api, repo):
        there = look(api, repo)
        if not seen:
            hub.commit("space", SPACE, {"app.py": b"another's"})
        seen.append(there)
        return there

    monkeypatch.setattr(push, "look", overtaken)
    with pytest.raises(UserError, match="received another commit during this push"):
        pushed("choice_accuracy")
    assert hub.files("space", SPACE)["app.py"] == b"another's"


@pytest.mark.parametrize(
    ("arguments", "token", "message"),
    [
        (["--org", "org", "--metric", "choice_acuracy"], "hf_maintainer", "did you mean 'choice_accuracy'?"),
        (["--org", "my org"], "hf_maintainer", "is not the name of a repo on the Hub"),
        (ONE[2:], None, "no token for the Hub"),
        (ONE[2:], "hf_nobody", "the Hub rejected this token"),
        (ONE[2:], "hf_contributor", "contributor may not write to org/choice_accuracy"),
    ],
)
def test_what_the_user_can_mend_is_told(hub, capsys, arguments, token, message):
    hub.sign_in(token)
    assert main.main(["metrics", "push", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert not hub.store.repos
