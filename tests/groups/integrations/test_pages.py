"""The commands and programs on the pages of adapters work."""

import itertools
import re
import shlex

import pytest
from paths import ROOT

from sgpkit.integrations import tasks

PAGES = sorted((ROOT / "docs" / "adapters").glob("*.md"))


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def commands(page):
    lines = "".join(blocks(page, "sh")).replace("\\\n", " ").splitlines()
    return [shlex.split(line, comments=True) for line in lines if line]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_name_configs_and_options_that_exist(page, data):
    from sgpkit.cli.main import PROGRAM

    for words in commands(page):
        if words[:2] == ["inspect", "eval"] and words[2].startswith("sgpkit/"):
            given = dict(word.split("=", 1) for flag, word in itertools.pairwise(words) if flag == "-T")
            config = words[2].removeprefix("sgpkit/").replace("_", "-")
            given |= {"data": str(data), "samples": int(given.get("samples", 0)), "lite": given.get("lite") == "true"}
            assert tasks.planned(config, **given).rows
        if words[0] == "sgpkit":
            name, command, rest = PROGRAM.resolve_command(PROGRAM.make_context("sgpkit", words[1:]), words[1:])
            while hasattr(command, "members"):
                name, command, rest = command.resolve_command(command.make_context(name, rest), rest)
            command.make_context(name, rest, resilient_parsing=False)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
@pytest.mark.sandbox
def test_programs_run(page, data, tmp_path, monkeypatch):
    (tmp_path / "sgp-bench").symlink_to(data)
    monkeypatch.chdir(tmp_path)
    for block in blocks(page, "python"):
        exec(compile(block, f"{page.name}", "exec"), {})
