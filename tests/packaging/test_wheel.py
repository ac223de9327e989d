"""The wheel, built and unpacked outside any checkout: its metrics load by name, and its Spaces are complete."""

import hashlib
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile

import pytest
from paths import ROOT

from sgpkit.integrations import metrics as evaluate_metrics
from sgpkit.integrations.metrics import spaces

pytestmark = pytest.mark.process


def hatchling(target, source, out):
    """Build a distribution from a folder of sources, and return its path."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(out)]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    (built,) = out.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Return the wheel as a release builds it: from the source distribution."""
    source = tmp_path_factory.mktemp("source")
    with tarfile.open(hatchling("sdist", ROOT, tmp_path_factory.mktemp("sdist"))) as archive:
        known = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # not in Debian 12's Python 3.11.2
        archive.extractall(source, **known)
    (folder,) = source.iterdir()
    return hatchling("wheel", folder, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A folder into which pip has installed only the wheel."""
    target = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile"]
    subprocess.run([*pip, "--target", str(target), str(wheel)], check=True, capture_output=True)
    return target


def elsewhere(installed, home, script, surroundings=os.environ):
    """Return the output of a process that imports the wheel's packages first, from an empty folder."""
    home.mkdir()
    environment = dict(surroundings) | {
        "PYTHONPATH": str(installed),
        "HF_MODULES_CACHE": str(home.parent / "modules"),
        "HF_EVALUATE_OFFLINE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-P", "-c", script], cwd=home, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_wheel_holds_what_every_metrics_space_is_made_of(wheel):
    held = set(zipfile.ZipFile(wheel).namelist())
    for name in evaluate_metrics.names():
        needed = {file_path for file_path in spaces.files(name) if file_path not in spaces.GENERATED}
        assert needed == {"README.md", "example.toml", f"{name}.py"}
        assert not {f"sgpkit/evaluate_metrics/{name}/{file_path}" for file_path in needed} - held
    assert {path.partition("/")[0] for path in held if ".dist-info/" not in path} == {"sgpkit"}
    assert not [path for path in held if path.endswith(".pyc")]


def test_metrics_of_the_wheel_load_by_name_from_an_empty_folder(installed, tmp_path):
    script = """
import sys
from sgpkit.cli import main
assert main.main(["metrics", "install"]) == 0
print("---")
import evaluate, sgpkit
from sgpkit.integrations import metrics
metric = evaluate.load("ssvg_structure")
drawing = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="2" fill="#274A4A"/></svg>'
print(metric.compute(predictions=[drawing, "no"], references=[drawing] * 2)["scores"])
print(*(evaluate.load(name).name for name in metrics.names()))
print(sgpkit.__file__)
"""
    lines = elsewhere(installed, tmp_path / "empty", script)
    message = lines[lines.index("---") + 1 :]
    assert message == ["[1.0, 0.0]", " ".join(evaluate_metrics.names()), str(installed / "sgpkit" / "__init__.py")]


def test_the_wheels_spaces_are_those_of_the_checkout(installed, tmp_path):
    script = """
import hashlib
from sgpkit.integrations import metrics
from sgpkit.integrations.metrics import spaces
for name in metrics.names():
    for path, content in spaces.files(name).items():
        print(name, path, hashlib.sha256(content).hexdigest())
"""
    message = elsewhere(installed, tmp_path / "empty", script)
    wanted = [
        f"{name} {path} {hashlib.sha256(content).hexdigest()}"
        for name in evaluate_metrics.names()
        for path, content in spaces.files(name).items()
    ]
    assert message == wanted


def test_a_users_push_from_the_wheel_sends_whole_spaces_and_writes_nothing_into_it(installed, hub, tmp_path):
    names = ["choice_accuracy", "ssvg_structure"]
    script = f"""
from sgpkit.cli import main
for name in {names!r}:
    assert main.main(["metrics", "push", "--org", "org", "--metric", name]) == 0
"""
    folder = installed / "sgpkit" / "evaluate_metrics"
    before = sorted(folder.rglob("*"))
    elsewhere(installed, tmp_path / "empty", script, hub.environment())
    for name in names:
        assert hub.files("space", f"org/{name}").items() >= spaces.files(name, "org").items()
    assert sorted(folder.rglob("*")) == before


@pytest.mark.slow
def test_a_fresh_environment_has_the_command_families_and_recipes(wheel, tmp_path):
    """Nothing is fetched: the dependencies of sgpkit are the packages of these tests."""
    venv.create(tmp_path / "fresh", with_pip=False)
    python = tmp_path / "fresh" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel]
    subprocess.run(pip, check=True, capture_output=True)
    site = next((tmp_path / "fresh" / "lib").glob("python*/site-packages"))
    (site / "packages.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def output(*command):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    listed = output(tmp_path / "fresh" / "bin" / "sgpkit", "list")
    assert "ssvg-molecule-svg" in listed and "vectorgym-sketch" in listed
    assert output(python, "-c", "import sgpkit; print(sgpkit.__file__)").strip().startswith(str(site))
    assert "usage" in output(python, "-m", "sgpkit.training.recipes.sit", "--help").lower()
