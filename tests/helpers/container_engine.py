"""A fake docker or podman, which checks its arguments and runs the program in a bubblewrap sandbox.

As a program: `container_engine.py STATE run …`, `… rm --force NAME`, `… --version`. The folder STATE holds `kind`
(docker or podman), `images` (one per line), `log` (one JSON object per call), a file for every running container, and
`cgroup` if a test needs a visible control group. The "image" is this machine's system with the virtual environment of
STATE/venv at /home/sgpkit/.venv.
"""

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

EXACTLY = {
    "--network": "none",
    "--ipc": "none",
    "--cgroupns": "private",
    "--cap-drop": "ALL",
    "--security-opt": "no-new-privileges",
    "--user": "65534:65534",
    "--pull": "never",
    "--log-driver": "none",
    "--hostname": "sandbox",
    "--workdir": "/",
    "--entrypoint": "/bin/bash",
    "--cpus": "1",
}
NUMBERS = ("--memory", "--memory-swap", "--pids-limit")
BARE = ("--rm", "--interactive", "--read-only")
OF_PODMAN = {"--read-only-tmpfs": "false", "--http-proxy": "false", "--image-volume": "ignore"}
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "NO_PROXY", "ALL_PROXY")


def install(folder: Path, kind: str = "docker", images: tuple[str, ...] = (), venv: str = sys.prefix) -> Path:
    """Write the program `kind` into a folder, and return the state folder."""
    state = folder / "state"
    state.mkdir(parents=True)
    (state / "kind").write_text(kind)
    (state / "images").write_text("\n".join(images))
    (state / "venv").write_text(venv)
    (state / "log").touch()
    program = folder / kind
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -I {Path(__file__).resolve()} {state} "$@"\n')
    program.chmod(0o755)
    return state


def calls(state: Path, verb: str) -> list[dict[str, object]]:
    read = [json.loads(line) for line in (state / "log").read_text().splitlines()]
    return [call for call in read if call["verb"] == verb]


def refuse(reason: str) -> None:
    print(f"stand-in: {reason}", file=sys.stderr)
    sys.exit(125)


def main(state: Path, verb: str, *words: str) -> None:
    kind = (state / "kind").read_text()
    with (state / "log").open("a") as log:
        log.write(json.dumps({"verb": verb, "words": words}) + "\n")
    if verb == "--version":
        print("podman version 5.4.0" if kind == "podman" else "Docker version 28.2.2, build stand-in")
    elif verb == "rm":
        remove(state, *words)
    elif verb == "run":
        run(state, kind, list(words))
    else:
        refuse(f"unknown verb {verb}")


def remove(state: Path, force: str, name: str) -> None:
    if force != "--force":
        refuse("would wait for a running container")
    try:
        process = int((state / name).read_text())
        os.kill(process, signal.SIGKILL)
    except (FileNotFoundError, ProcessLookupError):
        refuse(f"no such container: {name}")


def parsed(words: list[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Return the flags with their values, and the remaining arguments."""
    flags: dict[str, list[str]] = {}
    while words and words[0].startswith("-"):
        flag, equals, value = words.pop(0).partition("=")
        if flag in BARE:
            value = "true"
        elif not equals:
            value = words.pop(0)
        flags.setdefault(flag, []).append(value)
    return flags, words


def run(state: Path, kind: str, words: list[str]) -> None:
    flags, (image, *arguments) = parsed(words)
    if image not in (state / "images").read_text().splitlines():
        refuse(f"No such image: {image}")
    environment = dict(value.split("=", 1) for value in flags.pop("--env"))
    mounts = [next(csv.reader([mount])) for mount in flags.pop("--mount", [])]
    mounts = [mount for mount in mounts if mount[0] != "type=tmpfs"]  # its image has no folder to cover
    (name,), (scratch,) = flags.pop("--name"), flags.pop("--tmpfs")
    wanted = {flag: [value] for flag, value in EXACTLY.items()} | {flag: ["true"] for flag in BARE}
    if kind == "podman":
        wanted |= {flag: [value] for flag, value in OF_PODMAN.items()}
    elif any(environment.pop(variable) for proxy in PROXIES for variable in (proxy, proxy.lower())):
        refuse("a proxy is handed through")
    numbers = {flag: flags.pop(flag) for flag in NUMBERS}
    if not all(len(values) == 1 and int(values[0]) > 0 for values in numbers.values()):
        refuse(f"not one number each: {numbers}")
    if numbers["--memory"] != numbers["--memory-swap"]:
        refuse("swap is not counted")
    if flags != wanted:
        refuse(f"flags differ: {flags} for {wanted}")
    target, _, options = scratch.partition(":")
    size = [option for option in options.split(",") if option.startswith("size=")]
    if target != "/tmp" or "mode=1777" not in options or len(size) != 1:
        refuse(f"no scratch space: {scratch}")
    if ("nr_inodes=" in options) != (kind == "docker"):
        refuse(f"wrong options for {kind}: {options}")
    enter(state, name, int(size[0].removeprefix("size=")), mounts, environment, arguments)


def enter(
    state: Path, name: str, size: int, mounts: list[list[str]], environment: dict[str, str], arguments: list[str]
) -> None:
    """Run the entry point as the first process of the container. The processes outlive the client and its caller."""
    line = ["/usr/bin/bwrap", "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    line += ["--new-session", "--as-pid-1", "--uid", "65534", "--gid", "65534", "--cap-drop", "ALL", "--clearenv"]
    line += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/sys", "--tmpfs", "/home"]
    line += ["--ro-bind", (state / "venv").read_text(), "/home/sgpkit/.venv", "--remount-ro", "/home"]
    line += ["--perms", "1777", "--size", str(size), "--tmpfs", "/tmp"]
    for kind, source, target, access in mounts:
        if (kind, access) != ("type=bind", "readonly"):
            refuse(f"mounted so that it can be written: {source}")
        line += ["--ro-bind", source.removeprefix("source="), target.removeprefix("target=")]
    if (state / "cgroup").is_dir():
        line += ["--ro-bind", str(state / "cgroup"), "/sys/fs/cgroup"]
    for key, value in environment.items():
        line += ["--setenv", key, value]
    reading, writing = os.pipe()
    line += ["--info-fd", str(writing), "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", "/bin/bash"]
    with subprocess.Popen([*line, *arguments], pass_fds=[writing]) as started:
        os.close(writing)
        with os.fdopen(reading, "rb") as stream:
            (state / name).write_text(str(json.load(stream)["child-pid"]))
        sys.exit(started.wait())


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
