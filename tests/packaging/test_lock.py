"""The locks: every version with the hashes of its files, in agreement with pyproject.toml and with one another."""

import re
import sys
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from paths import ROOT

from tools import environments

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS = list(environments.declared())

LINE = re.compile(r"(#|[A-Za-z0-9._-]+==[^\s;]+( ; [^\\]+)? \\$|    --hash=sha256:[0-9a-f]{64}( \\)?$)")


def requirements(group):
    """Return the requirements of a dependency group, including those of its included groups."""
    for item in PROJECT["dependency-groups"][group]:
        if isinstance(item, str):
            yield Requirement(item)
        else:
            yield from requirements(item["include-group"])


def asked(group):
    """Return all requirements of an environment."""
    settings = environments.declared()[group]
    yield from map(Requirement, PROJECT["project"]["dependencies"])
    for name in settings.get("groups", [group]):
        yield from requirements(name)
    for extra in settings.get("extras", []):
        yield from map(Requirement, PROJECT["project"]["optional-dependencies"][extra])


def pins(group):
    """Return the packages that an environment finds: its own, and those of the group below it."""
    beneath = environments.declared()[group].get("on")
    return (pins(beneath) if beneath else {}) | environments.read_lock(environments.lock_of(group))


@pytest.mark.parametrize("group", GROUPS)
def test_lock_satisfies_the_requirements(group):
    locked, settings = pins(group), environments.declared()[group]
    omitted = {environments.normal(name) for name in settings.get("omit", [])}
    for requirement in asked(group):
        name = environments.normal(requirement.name)
        if name in omitted or (requirement.marker and not requirement.marker.evaluate({"sys_platform": "linux"})):
            continue
        assert name in locked, requirement
        assert Version(locked[name].version) in requirement.specifier, requirement


@pytest.mark.parametrize("group", GROUPS)
def test_lock_has_hashes_only(group):
    lines = environments.lock_of(group).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not LINE.match(line)] == [], "no index is named"
    pinned = environments.read_lock(environments.lock_of(group))
    assert pinned and all("--hash=sha256:" in pin.lines for pin in pinned.values())
    assert len(pinned) == sum("==" in line for line in lines)


def test_core_is_a_part_of_dev():
    core, dev = (
        {name: (pin.version, re.findall(r"sha256:\w+", pin.lines)) for name, pin in pins(group).items()}
        for group in ("core", "dev")
    )
    assert core.items() <= dev.items()


def test_all_extras_of_users_are_locked_somewhere():
    """Excepted are extras that only machines with GPUs, or users of a framework, install."""
    locked = set().union(*(pins(group) for group in GROUPS))
    extras = PROJECT["project"]["optional-dependencies"].values()
    named = {environments.normal(Requirement(one).name) for extra in extras for one in extra}
    assert named - locked == set()


@pytest.mark.parametrize("group", ["nosuch", "Dev"])
def test_unknown_group_is_refused_by_name(group, capsys):
    assert environments.main(["install", group]) == 2
    assert capsys.readouterr().err.startswith(f"no group {group}; groups: core, dev, docs")


@pytest.mark.process
def test_file_without_a_locked_hash_is_refused(tmp_path):
    """pip installs a wheel only if its hash is in the lock. Here the lock is that of another wheel."""
    environment = environments.Environment(ROOT / ".venv")
    environment.python = environment.python if environment.python.exists() else environments.Path(sys.executable)
    pin = environments.read_lock(environments.lock_of("dev"))["tinycss2"]
    wrong = pin._replace(lines=re.sub(r"sha256:\w{64}", f"sha256:{'0' * 64}", pin.lines))
    with pytest.raises(environments.Refused, match=r"failed with exit status 1: .* pip "):
        environment.install([wrong], "--target", str(tmp_path), "--no-compile")
    assert not list(tmp_path.iterdir())


def test_every_installation_requires_hashes(monkeypatch):
    """Without the option, pip and uv would install a line that has no hash."""
    commands = []
    monkeypatch.setattr(environments, "run", lambda *command, **how: commands.append(command) or "")
    environment, pinned = environments.Environment(ROOT / ".venv"), [*pins("core").values()]
    environment.install(pinned)
    environment.install_locked(pinned, compiled=False)
    assert len(commands) == 3
    assert all("install" in command and "--require-hashes" in command for command in commands)


def test_every_action_is_pinned_by_commit():
    paths = [*(ROOT / ".github" / "workflows").glob("*.yml"), *(ROOT / "submit" / "workflows").glob("*.yml")]
    uses = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert len(uses) >= 8
    assert all(re.search(r"uses: [\w./-]+@[0-9a-f]{40} +# v\d", line) for line in uses), uses
