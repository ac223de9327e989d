"""`make smoke-gpu` without a GPU: parts are skipped by name, and failures have their reason. The groups of vLLM and of
the learned metrics run the parts."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from paths import ROOT

from tools.bench.gpu import __main__ as smoke
from tools.bench.gpu import parts

pytestmark = pytest.mark.process

CARDS = "NVIDIA H100 80GB HBM3, 81559 MiB, 570.1\n"


def program(folder: Path, name: str, body: str) -> Path:
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{body}", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def cards(tmp_path, monkeypatch):
    """A machine whose nvidia-smi lists some GPUs."""

    def set_up(count: int) -> None:
        folder = tmp_path / "bin"
        folder.mkdir()
        program(folder, "nvidia-smi", f"print({CARDS * count!r}, end='')")
        monkeypatch.setenv("PATH", str(folder))
        monkeypatch.setattr(smoke, "ENVIRONMENTS", ())

    return set_up


def result_in(folder: Path):
    (path,) = folder.glob("RESULT-*.json")
    return path.name, json.loads(path.read_text(encoding="utf-8"))


def test_without_a_gpu_every_part_is_skipped_by_name_and_nothing_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert smoke.main(["--results", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert all(f"{name}: " in printed for name in parts.PARTS)
    assert printed.count("skipped: needs 1 GPU") == len(parts.PARTS) - 1 and "skipped: needs 2 GPUs" in printed
    assert not list(tmp_path.iterdir())


def test_a_part_without_its_libraries_says_how_to_get_them(tmp_path, cards, capsys):
    cards(1)
    assert smoke.main(["sit", "--results", str(tmp_path), "--python", "/no/such/python"]) == 0
    assert "skipped: needs torch, transformers, trl, peft: tools/setup gpu" in capsys.readouterr().out


def test_a_part_that_fails_leaves_the_others_and_says_why(tmp_path, cards, capsys):
    """The interpreter here has every library, fails at one part, and measures another."""
    cards(2)
    python = program(
        tmp_path,
        "python-with-everything",
        "import json, sys\n"
        "if sys.argv[1] == '-c': sys.exit(0)\n"
        "if sys.argv[3] == 'text': sys.exit('CUDA out of memory')\n"
        "figures = {'requests': [12.5, 'a second'], 'tokens read': [123456.0, 'a second']}\n"
        "open(sys.argv[4], 'w').write(json.dumps({'versions': {'vllm': '1'}, 'figures': figures}))\n",
    )
    asked = ["text", "parallel", "--results", str(tmp_path / "results"), "--python", str(python)]
    assert smoke.main(asked) == 1
    assert "CUDA out of memory" in capsys.readouterr().out
    name, result = result_in(tmp_path / "results")
    assert name == "RESULT-nvidia-h100-80gb-hbm3-x2.json"
    assert result["parts"]["text"]["status"] == "failed"
    assert result["parts"]["parallel"]["figures"]["requests"] == [12.5, "a second"]
    assert smoke.main(["--table", "--results", str(tmp_path / "results")]) == 0
    table = capsys.readouterr().out
    assert "| requests | 12.5 a second |" in table and "| tokens read | 123,456 a second |" in table
    assert "CUDA" not in table and "failed: exit code 1" in table


def test_what_is_not_measured_again_stays(tmp_path, cards):
    """Parts are measured one by one, on a machine with one GPU. At the end the file has both, in order."""
    cards(1)
    python = program(
        tmp_path,
        "python-with-everything",
        "import json, sys\n"
        "if sys.argv[1] == '-c': sys.exit(0)\n"
        "open(sys.argv[4], 'w').write(json.dumps({'versions': {}, 'figures': {sys.argv[3]: [1.0, 's']}}))\n",
    )
    asked = ["--results", str(tmp_path / "results"), "--python", str(python)]
    for part in ("lora", "text", "parallel"):
        assert smoke.main([part, *asked]) == 0
    _, result = result_in(tmp_path / "results")
    assert {name: part["status"] for name, part in result["parts"].items()} == {
        "text": "ok",
        "parallel": "skipped",
        "lora": "ok",
    }
    assert list(result["parts"]) == ["text", "parallel", "lora"]


@pytest.mark.parametrize("ending", ["the limit", "a signal"])
def test_nothing_of_a_part_outlives_it(tmp_path, ending):
    """A part's child processes end with it, if it took too long and if the whole command was ended."""
    part = "import subprocess, sys, time; child = subprocess.Popen(['sleep', '600']); print(child.pid, flush=True); "
    command = [sys.executable, "-c", part + "time.sleep(600)"]
    program = (
        "import signal, sys; from pathlib import Path; from tools.bench.gpu import parts; "
        "signal.signal(signal.SIGTERM, lambda *_: sys.exit(1)); "
        f"parts.LIMIT = {2.0 if ending == 'the limit' else 600.0}; "
        "print(parts.ended_by(sys.argv[2:], Path(sys.argv[1])))"
    )
    log = tmp_path / "log"
    run = subprocess.Popen([sys.executable, "-c", program, str(log), *command], cwd=ROOT, stdout=subprocess.PIPE)
    while not log.is_file() or not log.read_text().endswith("\n"):
        assert run.poll() is None
        time.sleep(0.05)
    if ending == "a signal":
        run.terminate()
    printed, _ = run.communicate(timeout=60)
    assert printed == (b"ended after 2 s\n" if ending == "the limit" else b"")
    child = int(log.read_text())
    gone = time.monotonic() + 10
    while Path(f"/proc/{child}").exists() and Path(f"/proc/{child}/stat").read_text().split()[2] != "Z":
        assert time.monotonic() < gone, "the part's child runs on"
        time.sleep(0.05)


def test_an_unknown_part_is_refused_with_those_that_there_are(capsys):
    with pytest.raises(SystemExit):
        smoke.main(["txet"])
    assert "overhead, text" in capsys.readouterr().err
