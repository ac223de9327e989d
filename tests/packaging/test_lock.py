"""The locks: every pinned version with hashes, nothing else, and set-ups that install by them alone."""

import re
import tomllib

import pytest
from paths import ROOT

PIN = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}( \\)?$")


def normal(name: str) -> str:
    return re.sub("[-_.]+", "-", name).lower()


def pins(name: str) -> set[tuple[str, str]]:
    matches = map(PIN.match, (ROOT / name).read_text(encoding="utf-8").splitlines())
    return {(normal(match[1]), match[2]) for match in matches if match}


@pytest.mark.parametrize("group", ["", "-docs", "-doors", "-gradio", "-perceptual", "-vllm"])
def test_the_lock_has_the_pinned_versions_and_hashes_for_each(group: str) -> None:
    locked, pinned = pins(f"requirements{group}.lock"), pins(f"constraints{group}.txt")
    without = ("-doors", "-perceptual", "-vllm")  # PyTorch is a file of its own on every index
    pinned -= {pin for pin in pinned if group in without and pin[0] == "torch"}
    assert pinned
    added = {name for name, _ in locked - pinned} - {"setuptools"}
    text = (ROOT / f"requirements{group}.lock").read_text(encoding="utf-8")
    for name in added:
        assert re.search(rf"^{name}==\S+ ; .*(python|platform)", text, re.MULTILINE), "only for some Python or system"
    assert not pinned - locked
    lines = (ROOT / f"requirements{group}.lock").read_text(encoding="utf-8").splitlines()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        assert line.startswith("#") or PIN.match(line) or HASH.match(line), line
        if PIN.match(line):
            assert HASH.match(following), line
    assert not any("://" in line for line in lines), "no index is named"


def test_rows_can_be_built_beside_learned_metrics() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        wanted = tomllib.load(file)["project"]["dependencies"]
    names = {normal(re.split(r"[<>=!;\[ ]", one)[0]) for one in wanted}
    assert names <= {name for name, _ in pins("constraints-perceptual.txt")}


@pytest.mark.parametrize("name", ["requirements-gpu.lock", "requirements-gpu-training.lock"])
def test_the_locks_for_gpus_have_a_hash_for_each(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert {"torch", "transformers"} <= {package for package, _ in pins(name)}
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        assert line.startswith("#") or PIN.match(line) or HASH.match(line), line
        assert not PIN.match(line) or HASH.match(following), line
        assert "://" not in line, "no index is named"


@pytest.mark.parametrize("script", sorted(path.name for path in ROOT.glob("setup*.sh")))
def test_a_set_up_installs_by_hash(script: str) -> None:
    text = (ROOT / script).read_text(encoding="utf-8").replace("\\\n", "")
    installs = [line for line in text.splitlines() if re.search(r"pip install .*--requirement", line)]
    assert all("--require-hashes" in line for line in installs)
    assert installs or "install_locked " in text or script == "setup-torch-check.sh"


def test_every_action_is_pinned_by_commit() -> None:
    paths = [*(ROOT / ".github" / "workflows").glob("*.yml"), *(ROOT / "submit" / "workflows").glob("*.yml")]
    uses = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert len(uses) >= 8
    assert all(re.search(r"uses: [\w./-]+@[0-9a-f]{40} +# v\d", line) for line in uses), uses
