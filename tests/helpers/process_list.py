"""The processes of this machine."""

from pathlib import Path


def processes_marked(marker: str) -> list[int]:
    """Return the processes with a text in their command line."""
    matches = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if marker.encode() in (entry / "cmdline").read_bytes():
                    matches.append(int(entry.name))
            except OSError:
                continue
    return matches
