"""Files that a push sends and deletes, from the files on both sides."""

import hashlib

from sgpkit.data.hub import plan
from sgpkit.data.hub.plan import Remote


def file_on_hub(content):
    """Return a small file with git's hash as its name."""
    return Remote(len(content), None, hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest())


def test_a_push_deletes_what_is_gone_of_its_configs_and_pictures_and_nothing_else(tmp_path):
    here = {"README.md": b"A card", "card/new.svg": b"<svg/>", "toy/test-00000.parquet": b"rows"}
    for path, content in here.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(content)
    there = {
        "README.md": b"A card",
        ".gitattributes": b"* text",
        "card/old.svg": b"<svg/>",
        "toy/test-00001.parquet": b"more rows",
        "gone/test-00000.parquet": b"rows",
        "others/notes.txt": b"notes",
        "toys.txt": b"toys",
    }
    local = plan.local_files(tmp_path, {"toy": {}})
    remote = {path: file_on_hub(content) for path, content in there.items()}
    result = plan.plan(local, remote, {"toy", "gone"})
    assert set(result.send) == {"card/new.svg", "toy/test-00000.parquet"}
    assert result.delete == ("card/old.svg", "gone/test-00000.parquet", "toy/test-00001.parquet")
