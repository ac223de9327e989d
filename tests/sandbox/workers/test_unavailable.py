"""Without a sandbox nothing runs, and the message states the remedy."""

import platform

import container_engine
import pytest

from sgpkit.sandbox.workers import bubblewrap, sandbox


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


@pytest.mark.process
@pytest.mark.usefixtures("fresh_probe")
def test_sandbox_without_limit_on_processes_is_refused(monkeypatch, tmp_path):
    unbound = tmp_path / "bwrap"
    unbound.write_text("#!/bin/sh\necho in\necho nested\necho unbound\n")
    unbound.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(sandbox.Unavailable, match="limits on the number of processes do not bind"):
        sandbox.run(["true"], {})


@pytest.mark.sandbox
@pytest.mark.usefixtures("fresh_probe")
def test_processor_without_filter_is_refused_by_name(monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    with pytest.raises(sandbox.Unavailable, match="no system call filter for the processor 'riscv64'; supported: x86"):
        sandbox.run(["true"], {})


@pytest.mark.sandbox
@pytest.mark.usefixtures("fresh_probe")
@pytest.mark.parametrize(("chosen", "is_container"), [("bubblewrap", False), ("auto", True)])
def test_container_replaces_bubblewrap_only_where_it_may(chosen, is_container, monkeypatch, tmp_path):
    state = container_engine.install(tmp_path, "docker", ("sgpkit:test",))
    monkeypatch.setenv("SGPKIT_SANDBOX", chosen)
    monkeypatch.setenv("SGPKIT_SANDBOX_ENGINE", str(tmp_path / "docker"))
    monkeypatch.setenv("SGPKIT_SANDBOX_IMAGE", "sgpkit:test")

    def refuse():
        raise sandbox.Unavailable("no bubblewrap here")

    monkeypatch.setattr(bubblewrap, "way", refuse)
    if is_container:
        assert sandbox.kind().startswith("container of docker")
    else:
        with pytest.raises(sandbox.Unavailable, match="no bubblewrap here"):
            sandbox.kind()
    assert bool(container_engine.calls(state, "run")) is is_container


@pytest.mark.sandbox
def test_kind_names_the_version_and_the_way():
    assert sandbox.kind().startswith("bubblewrap ")
    assert "unprivileged uid" in sandbox.kind() or "user namespace" in sandbox.kind()
