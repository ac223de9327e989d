"""Measure the parts that need a GPU, and write RESULT-GPU.json; see the package."""

import argparse
import datetime
import importlib.metadata
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.gpu import parts, table

HERE = Path(__file__).resolve().parent
ENVIRONMENTS = (".venv-gpu", ".venv-gpu-training", ".venv-vllm", ".venv-perceptual")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 1 if a part failed."""
    parser = argparse.ArgumentParser(prog="python -m bench.gpu", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(parts.PARTS)}; all without")
    parser.add_argument("--tiny", action="store_true", help="shapes that a CPU carries; into out/ unless --results")
    parser.add_argument("--results", type=Path, help="the folder of results (bench/gpu)")
    parser.add_argument("--python", action="append", default=[], help="an interpreter to look for libraries in")
    parser.add_argument("--table", action="store_true", help="print the results that are there, as Markdown")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.parts if name not in parts.PARTS]
    if unknown:
        parser.error(f"no part is called {unknown[0]!r}: {', '.join(parts.PARTS)}")
    folder = options.results or (parts.ROOT / "out" if options.tiny else HERE)
    if options.table:
        print(table.markdown(folder))
        return 0
    names = parts.gpus()
    candidates = [*options.python, sys.executable, *(str(parts.ROOT / name / "bin/python") for name in ENVIRONMENTS)]
    result = {
        "gpus": names,
        "tiny": options.tiny,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "sgpkit": importlib.metadata.version("sgpkit"),
        "parts": {},
    }
    if not names and not options.tiny:
        print("No GPU answers nvidia-smi here; --tiny tries the command on the CPU.")
    for name in options.parts or parts.PARTS:
        print(f"{name}: {parts.PARTS[name].title}", flush=True)
        measured = parts.measured(name, options.tiny, len(names), candidates)
        result["parts"][name] = measured
        for label, (value, unit) in measured.get("figures", {}).items():
            print(f"  {label:<44}{value:>12,.4g} {unit}")
        if measured["status"] != "ok":
            print(f"  {measured['status']}: {measured['reason']}")
    if any(measured["status"] != "skipped" for measured in result["parts"].values()):
        path = folder / f"RESULT-{slug(names, options.tiny)}.json"
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"Written: {path}")
    return int(any(measured["status"] == "failed" for measured in result["parts"].values()))


def slug(names: Sequence[str], tiny: bool) -> str:
    """Return the name of a machine's result: its first GPU's, how many there are, and whether shapes were tiny."""
    first = re.sub(r"[^a-z0-9]+", "-", names[0].partition(",")[0].lower()).strip("-") if names else "cpu"
    return first + (f"-x{len(names)}" if len(names) > 1 else "") + ("-tiny" if tiny else "")


if __name__ == "__main__":
    sys.exit(main())
