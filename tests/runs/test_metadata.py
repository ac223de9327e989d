"""run.json is read within bounds, since its author is unknown."""

import errno
import json
import os

import pytest
import toy

from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.runs import folder, plan, run
from sgpkit.sandbox.untrusted import json_values

WHOLE = {
    **dict.fromkeys(("config", "engine", "model", "strategy", "mode", "setting"), "a"),
    "sampling": {},
    "identity": {},
    "texts": {},
    "resample": 1,
    "lite": None,
    "data": {"place": "a", "commit": "", "sha256": "a"},
    "n": 1,
    "limit": None,
    "rows": 3,
    "complete": True,
}
TEXT = json.dumps(WHOLE)
BAD = {
    "lists in lists": TEXT[:-1] + ', "sessions": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "objects in objects": TEXT[:-1] + ', "x": ' + '{"a":' * 5_000 + "1" + "}" * 5_000 + "}",
    "never closed": '{"sampling": ' + "[" * 1_000_000,
    "a long number": TEXT[:-1] + f', "failed": {10**40 * 10**40}}}',
    "4,301 digits": TEXT[:-1] + f', "failed": {"1" * 4_301}}}',
    "a list": "[]",
    "a number": "1",
    "nothing": "",
    "no UTF-8": b"{\xff}",
    "too large": TEXT + " " * json_values.MAX_BYTES,
}


@pytest.mark.parametrize("content", BAD.values(), ids=BAD)
def test_a_file_beyond_the_bounds_is_named(tmp_path, content):
    (tmp_path / "run.json").write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(UserError, match=r"run\.json is damaged"):
        folder.read_metadata(tmp_path)


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/stdin"])
def test_a_link_to_a_device_is_not_read(tmp_path, device):
    (tmp_path / "run.json").symlink_to(device)
    with pytest.raises(UserError):
        folder.read_metadata(tmp_path)


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "run.json")
    with pytest.raises(UserError, match="a pipe"):
        folder.read_metadata(tmp_path)


def test_a_link_to_a_regular_file_is_followed(tmp_path):
    (tmp_path / "kept.json").write_text(TEXT)
    (tmp_path / "run.json").symlink_to("kept.json")
    assert folder.read_metadata(tmp_path) == WHOLE


@pytest.mark.parametrize(
    "name", [*sorted(WHOLE.keys() - {"sampling", "identity", "texts", "lite"}), "data.sha256", "data.place"]
)
@pytest.mark.parametrize("value", [[], 1.5, {"a": {}}, [10**40]], ids=str)
def test_a_value_of_another_type_is_named(tmp_path, name, value):
    first, _, rest = name.partition(".")
    changed = WHOLE | {first: WHOLE[first] | {rest: value} if rest else value}
    (tmp_path / "run.json").write_text(json.dumps(changed))
    with pytest.raises(UserError, match=first):
        folder.read_metadata(tmp_path)


def test_a_run_says_what_is_expected_of_it(tmp_path):
    build.build(toy.PLAIN, tmp_path / "data")
    run.run(toy.PLAIN, str(tmp_path / "data"), tmp_path / "run", plan.Options("baseline", "random"))
    assert folder.read_metadata(tmp_path / "run")["complete"]


def test_a_full_disk_is_named(tmp_path, monkeypatch):
    def full(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        folder.write_metadata(tmp_path, WHOLE)
    assert caught.value.filename == str(tmp_path / "run.json")
    assert not list(tmp_path.iterdir()), "what was begun does not keep the disk full"


def test_a_folder_of_runs_names_one_of_them(tmp_path):
    with pytest.raises(UserError, match=r"run.json is missing\nCreate one: sgpkit run CONFIG"):
        folder.read_metadata(tmp_path)
    (tmp_path / "runs/model/config").mkdir(parents=True)
    (tmp_path / "runs/model/config/run.json").write_text("{}")
    with pytest.raises(UserError, match=r"Name one of the runs in it, such as .*/runs/model/config$"):
        folder.read_metadata(tmp_path)
