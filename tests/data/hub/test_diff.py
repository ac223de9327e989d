"""`sgpkit dataset diff` between folders and revisions on a Hub."""

import json

import pytest
import toy

from sgpkit.cli import main
from sgpkit.data import build, changelog
from sgpkit.data.hub import diff, push
from sgpkit.errors import UserError

REPO = "org/toys"


def built(out, count, config="toy"):
    build.build(toy.PLAIN.replacing(config=config), out, path=str(count), workers=1)
    return out


def no_card(folder):
    """Replace the card, which is not compared."""


@pytest.fixture
def three(hub, tmp_path):
    """Versions 1.0.0 and 2.0.0 on the Hub, and a folder with an additional row and another config."""
    folder = tmp_path / "toys"
    push.push(built(folder, 4), REPO, "v1.0.0", no_card)
    push.push(built(folder, 6), REPO, "v2.0.0", no_card)
    hub.forget()
    hub.requests.clear()
    return built(built(folder, 7), 2, "other")


def test_any_mix_of_folders_and_revisions(hub, three):
    remote = diff.compare(f"{REPO}@v1.0.0", f"{REPO}@v2.0.0")
    assert remote.differences["toy"].added == ("row-4", "row-5")
    assert remote.old.commit == hub.repo("dataset", REPO).tags["v1.0.0"]
    local = diff.compare(REPO, str(three))
    assert local.differences["toy"].added == ("row-6",) and local.added == ("other",) and not local.removed
    back = diff.compare(str(three), f"{REPO}@{remote.old.commit}")
    assert back.differences["toy"].removed == ("row-4", "row-5", "row-6") and back.removed == ("other",)
    same = diff.compare(str(three), str(three))
    assert diff.as_text(same, 5) == "the same in both: other, toy"


def test_only_files_that_differ_are_fetched(hub, three):
    diff.compare(f"{REPO}@v1.0.0", f"{REPO}@v2.0.0")
    fetched = {
        asked.path.rpartition("/")[2] for asked in hub.requests if asked.method == "GET" and "/resolve/" in asked.path
    }
    assert fetched == {"README.md", "test-00000-of-00001.parquet"}, "the train split is the same"


def test_in_words_and_as_json(hub, three, capsys):
    assert main.main(["dataset", "diff", f"{REPO}@v1.0.0", str(three)]) == 0
    assert capsys.readouterr().out == ("other: new config\ntoy: 3 rows added. Added: `row-4`, `row-5`, `row-6`.\n")
    assert main.main(["dataset", "diff", f"{REPO}@v1.0.0", str(three), "--config", "toy", "--ids", "1"]) == 0
    assert capsys.readouterr().out == "toy: 3 rows added. Added: `row-4` and 2 more.\n"
    assert main.main(["dataset", "diff", f"{REPO}@v1.0.0", REPO, "--json"]) == 0
    measurements = json.loads(capsys.readouterr().out)
    assert (
        measurements["configs"]["toy"]["added"] == ["row-4", "row-5"]
        and measurements["configs"]["toy"]["columns"] == {}
    )
    assert measurements["new"]["commit"] == hub.repo("dataset", REPO).tags["v2.0.0"]


def test_what_is_not_there(hub, three, tmp_path):
    for arguments, words in [
        (("nowhere", REPO), "neither a local folder nor ORG/NAME"),
        (("org/none", REPO), "the Hub has no dataset 'org/none'"),
        ((f"{REPO}@v1.0.1", REPO), "has no revision 'v1.0.1'; did you mean 'v1.0.0'?"),
        ((str(tmp_path), REPO), "is not a dataset folder"),
        ((REPO, str(three), ["toyy"]), "neither side has the config 'toyy'; did you mean 'toy'?"),
    ]:
        with pytest.raises(UserError) as message:
            diff.compare(*arguments)
        assert words in str(message.value)


def test_the_changelog_of_the_push_says_the_same(hub, three):
    section = changelog.read(hub.files("dataset", REPO, "v2.0.0")["CHANGELOG.md"].decode())[0]
    compared = diff.compare(f"{REPO}@v1.0.0", f"{REPO}@v2.0.0")
    assert section.text == "### `toy`\n\n" + changelog.in_words(compared.differences["toy"])
