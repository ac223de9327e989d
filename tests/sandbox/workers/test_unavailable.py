"""Without a sandbox nothing runs, and the message states the remedy."""

import pytest

from sgpkit.sandbox.workers import sandbox


@pytest.mark.sandbox
def test_a_missing_program_is_a_broken_tool():
    with pytest.raises(sandbox.Unavailable, match="no-such-program"):
        sandbox.run(["no-such-program"], {})


@pytest.fixture
def fresh_probe():
    sandbox.forget()
    yield
    sandbox.forget()


@pytest.mark.usefixtures("fresh_probe")
def test_without_bubblewrap_nothing_runs(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(sandbox.Unavailable, match="apt install bubblewrap"):
        sandbox.run(["touch", str(tmp_path / "ran")], {})
    with pytest.raises(sandbox.Unavailable, match="apt install bubblewrap"):
        sandbox.kind()
    with sandbox.Service(["cat"]) as service, pytest.raises(sandbox.Unavailable, match="apt install bubblewrap"):
        service.ask(b"", 1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.process
@pytest.mark.usefixtures("fresh_probe")
def test_without_namespaces_the_reason_and_the_remedies_are_named(monkeypatch, tmp_path):
    refusing = tmp_path / "bwrap"
    refusing.write_text('#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n')
    refusing.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(sandbox.Unavailable, match=r"(?s)No permissions.*apparmor_restrict_unprivileged_userns.*Docker"):
        sandbox.run(["true"], {})


@pytest.mark.sandbox
def test_kind_names_the_version_and_the_way():
    assert sandbox.kind().startswith("bubblewrap ")
    assert "unprivileged uid" in sandbox.kind() or "user namespace" in sandbox.kind()
