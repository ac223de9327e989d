"""`make smoke-gpu` without a GPU: parts are skipped by name, and what fails says how. Its parts run in the groups of
vLLM and of the learned metrics."""

import json
import sys
from pathlib import Path

import pytest

from bench.gpu import __main__ as smoke
from bench.gpu import parts

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
    assert "skipped: needs torch, transformers, trl, peft: ./setup-gpu.sh" in capsys.readouterr().out


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


def test_an_unknown_part_is_refused_with_those_that_there_are(capsys):
    with pytest.raises(SystemExit):
        smoke.main(["txet"])
    assert "overhead, text" in capsys.readouterr().err
