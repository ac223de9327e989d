"""`python -m tools.fuzz.browser [--seed N] [--drawings N]`: look for drawings that the gate accepts and that Chromium
and our painter paint differently.

The drawings are those of tests/helpers/gate_nesting.py. Each difference is made small, by leaving out elements,
attributes and declarations as long as it remains, and printed with its share of bad pixels. Ends with 1 if there is
one.
"""

import argparse
import re
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tools import HELPERS

sys.path.insert(0, str(HELPERS))

import chromium
import gate_nesting
from gate_differences import compare, limit

from sgpkit.graphics import gate
from sgpkit.status import Rejected

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
ROUNDS, AT_ONCE = 60, 30
RULE = re.compile(r"[^{}]*\{[^{}]*\}")


def main(arguments: list[str] | None = None) -> int:
    """Compare, print the differences, and say how many drawings were refused and why."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz.browser", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drawings", type=int, default=1000)
    parser.add_argument("--batch", type=int, default=300, help="drawings per page of the browser (300)")
    parser.add_argument("--refused", type=int, default=0, help="how many kinds of refusals to print (0)")
    options = parser.parse_args(arguments)
    program = chromium.find()
    if program is None:
        parser.error(f"no browser: none of {', '.join(chromium.NAMES)} is on the PATH")
    seeds = Random(options.seed)
    codes = [gate_nesting.nested(Random(seeds.getrandbits(32))) for _ in range(options.drawings)]
    compared = differing = 0
    with tempfile.TemporaryDirectory() as folder:
        browser = chromium.Browser(program, Path(folder))
        try:
            for begin in range(0, len(codes), options.batch):
                pairs = compare(browser, codes[begin : begin + options.batch])
                compared += len(pairs)
                for code, share in pairs:
                    if share > limit(code):
                        differing += 1
                        small, left = shrink(browser, code, share)
                        print(f"{left:.3f} {small}", flush=True)
        finally:
            browser.close()
    print(f"{len(codes)} drawings, {compared} accepted, {differing} painted differently")
    for reason, count in refusals(codes).most_common(options.refused):
        print(f"{count:6} {reason}")
    return 1 if differing else 0


def refusals(codes: list[str]) -> Counter[str]:
    """Return the number of refused drawings for each reason, without positions and values."""
    reasons: Counter[str] = Counter()
    for code in codes:
        try:
            gate.text(code)
        except Rejected as rejected:
            reasons[re.sub(r"[(:].*", "", str(rejected), flags=re.DOTALL)[:60]] += 1
    return reasons


def shrink(browser: chromium.Browser, code: str, share: float) -> tuple[str, float]:
    """Return a small drawing that still differs, and its share of bad pixels."""
    for _ in range(ROUNDS):
        candidates = sorted(set(smaller(code)), key=len)
        for begin in range(0, len(candidates), AT_ONCE):
            pairs = [pair for pair in compare(browser, candidates[begin : begin + AT_ONCE]) if pair[1] > limit(pair[0])]
            if pairs:
                code, share = min(pairs, key=lambda pair: len(pair[0]))
                break
        else:
            break
    return code, share


def smaller(code: str) -> Iterator[str]:
    """Yield drawings with one element, attribute or declaration removed."""
    try:
        root = ET.fromstring(code)
    except ET.ParseError:
        return
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)

    def text() -> str:
        return ET.tostring(root, "unicode")

    for parent in list(root.iter()):
        for at, child in enumerate(list(parent)):
            parent.remove(child)
            yield text()
            if len(child):  # replace it by its contents
                for step, inner in enumerate(child):
                    parent.insert(at + step, inner)
                yield text()
                for inner in child:
                    parent.remove(inner)
            parent.insert(at, child)
        for name, value in list(parent.attrib.items()):
            del parent.attrib[name]
            yield text()
            parent.attrib[name] = value
            parts = value.split(";")
            if name == "style" and len(parts) > 1:
                for at in range(len(parts)):
                    parent.attrib[name] = ";".join(parts[:at] + parts[at + 1 :])
                    yield text()
                parent.attrib[name] = value
        if parent.tag == f"{{{SVG}}}style" and parent.text:
            whole = parent.text
            for match in RULE.finditer(whole):
                parent.text = whole[: match.start()] + whole[match.end() :]
                yield text()
                head, _, body = match[0].rstrip("}").rpartition("{")
                parts = body.split(";")
                for at in range(len(parts) if len(parts) > 1 else 0):
                    kept = ";".join(parts[:at] + parts[at + 1 :])
                    parent.text = f"{whole[: match.start()]}{head}{{{kept}}}{whole[match.end() :]}"
                    yield text()
            parent.text = whole
        elif parent.text:
            whole, parent.text = parent.text, None
            yield text()
            parent.text = whole


if __name__ == "__main__":
    sys.exit(main())
