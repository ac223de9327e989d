"""Measure the parts that need a GPU, and write RESULT-GPU.json; see the package."""

import argparse
import json
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tools import ROOT
from tools.bench.gpu import parts, table

HERE = Path(__file__).resolve().parent
ENVIRONMENTS = (".venv-gpu", ".venv-gpu-training", ".venv-vllm", ".venv-perceptual")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 1 if a part failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.gpu", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(parts.PARTS)}; all without")
    parser.add_argument("--tiny", action="store_true", help="shapes that a CPU carries; into out/ unless --results")
    parser.add_argument("--results", type=Path, help="the folder of results (tools/bench/gpu)")
    parser.add_argument("--python", action="append", default=[], help="an interpreter to look for libraries in")
    parser.add_argument("--table", action="store_true", help="print the results that are there, as Markdown")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.parts if name not in parts.PARTS]
    if unknown:
        parser.error(f"no part is called {unknown[0]!r}: {', '.join(parts.PARTS)}")
    folder = options.results or (ROOT / "out" if options.tiny else HERE)
    if options.table:
        print(table.markdown(folder))
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by a signal"))  # so that a part is ended too
    names = parts.gpus()
    candidates = [*options.python, sys.executable, *(str(ROOT / name / "bin/python") for name in ENVIRONMENTS)]
    if not names and not options.tiny:
        print("No GPU answers nvidia-smi here; --tiny tries the command on the CPU.")
    path = folder / f"RESULT-{slug(names, options.tiny)}.json"
    known = json.loads(path.read_text(encoding="utf-8"))["parts"] if path.is_file() else {}
    failed = False
    for name in options.parts or parts.PARTS:
        print(f"{name}: {parts.PARTS[name].title}", flush=True)
        measured = parts.measured(name, options.tiny, len(names), candidates)
        for label, (value, unit) in measured.get("figures", {}).items():
            print(f"  {label:<44}{value:>12,.4g} {unit}")
        if measured["status"] != "ok":
            print(f"  {measured['status']}: {measured['reason']}")
        failed |= measured["status"] == "failed"
        if measured["status"] != "skipped" or name not in known:
            known[name] = measured
        write(path, {"gpus": names, "tiny": options.tiny}, known)
    if path.is_file():
        print(f"Written: {path}")
    return int(failed)


def write(path: Path, machine: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]]) -> None:
    """Write a machine's result, as far as it goes; none where every part was skipped."""
    if all(part["status"] == "skipped" for part in known.values()):
        return
    result = {**machine, "parts": {name: known[name] for name in parts.PARTS if name in known}}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def slug(names: Sequence[str], tiny: bool) -> str:
    """Return the name of a machine's result: its first GPU's, how many there are, and whether shapes were tiny."""
    first = re.sub(r"[^a-z0-9]+", "-", names[0].partition(",")[0].lower()).strip("-") if names else "cpu"
    return first + (f"-x{len(names)}" if len(names) > 1 else "") + ("-tiny" if tiny else "")


if __name__ == "__main__":
    sys.exit(main())
