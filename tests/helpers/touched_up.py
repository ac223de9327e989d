"""Small drawings, and a change of colours that is invisible."""

import random
import re

HEX = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})\b")


def picture(*shapes: str, box: str = "0 0 100 100") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(shapes)}</svg>'


DOT = '<circle cx="50" cy="50" r="30" fill="{}"/>'
STAR = '<path d="M50 5L61 39H97L68 60L79 95L50 73L21 95L32 60L3 39H39Z" fill="{}"/>'
FULL = '<rect width="100" height="100" fill="{}"/>'


def nudged(code: str) -> str:
    """Return the drawing with every colour changed by two levels, including the implicit black."""
    generator = random.Random(code)

    def off(match: re.Match[str]) -> str:
        return "#" + "".join(
            f"{min(255, max(0, int(channel, 16) + generator.choice((-2, 2)))):02x}" for channel in match.groups()
        )

    return HEX.sub(off, code) if HEX.search(code) else code.replace("<svg ", '<svg fill="#020202" ', 1)
