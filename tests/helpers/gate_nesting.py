"""Drawings by a grammar of the gate's closed lists, with nested constructs, usual values and odd notation. Most of them
are accepted, so that their pictures can be compared with a browser's.

A drawing has two or three themes, such as selectors, transforms or clip paths; the rest of it is plain.
"""

from random import Random

from gate_forms import BLENDS, COLORS, FUNCTIONS, OF_SHAPES, SHAPES_OF_CSS
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

THEMES = ("sheets", "sheets", "variables", "transforms", "pages", "uses", "clips", "masks", "paints", "strokes", "text",
    "markers", "filters", "blending", "markup", "words", "units")  # fmt: skip
HOLDING = {"clips", "masks", "filters", "paints", "uses", "markers", "pages"}
MOST_HOLDING = 60
UNITS = ("", "", "", "", "px", "pt", "mm", "em", "ex", "%", "rem", "vw", "ch", "Q", "cm", "PX")
ALIGNS = tuple(f"x{x}Y{y}" for x in ("Min", "Mid", "Max") for y in ("Min", "Mid", "Max"))
CLASSES, IDS, TAGS = "abc", "pqr", ("rect", "circle", "path", "g", "ellipse", "polygon", "use", "svg")
WORDS = ("inherit", "initial", "unset", "revert", "INHERIT")
BROKEN = ("fill:red blue", "fill:", "stroke", "{}", ":red", "fill:#12345", "opacity:x", "stroke-width:2 px", "color:12",
    "fill:rgb(1,2", "fill:url(#none", "top:0", "-x-y:1", "fill:'red'", "FILL:#0a0", "Fill : Blue", "fill:RED!IMPORTANT",
    "fill:green ! important", "fill:lime!ie", "/*c*/fill:/*d*/teal/*e*/", "fill:te/**/al", "--:1", "stroke-width:5Px")  # fmt: skip


class Writer:
    """Writes one drawing."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.themes = set(rng.sample(THEMES, rng.choice((1, 2, 2, 3))))
        self.defined: list[str] = []
        self.count, self.left = 0, MOST_HOLDING
        self.targets: list[str] = []

    # --- values

    def has(self, theme: str, chance: float) -> bool:
        """Return whether to write a construct of a theme. Constructs that contain elements are rare once there are many
        elements."""
        self.left -= 1 if theme in HOLDING else 0
        return (self.left > 0 or theme not in HOLDING) and theme in self.themes and self.rng.random() < chance

    def number(self, low: float = 0, high: float = 100) -> str:
        """Return a number, sometimes in an odd notation."""
        rng, value = self.rng, self.rng.uniform(low, high)
        if not self.has("units", 0.3):
            return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"
        return rng.choice(
            (f"+{abs(value):.3f}", f"{value:.4e}", f"{value:.3E}", f"{value:.0f}.", f"{value:.1f}00", f" {value:.3g} ",
            f"00{abs(value):.3f}", f"{value / 100:.4f}e2", f"{value * 10:.2f}e-1", f"\n{value:.2g}\t", f"{value:.12f}",
            f"{value:.2f}e+0", f"{value:.2f}e0")
        )  # fmt: skip

    def length(self, low: float = 0, high: float = 100) -> str:
        """Return a length with a unit."""
        if not self.has("units", 0.6):
            return self.number(low, high)
        unit = self.rng.choice(UNITS)
        size = {"em": 16, "rem": 16, "ex": 8, "ch": 8, "pt": 1.33, "mm": 3.8, "cm": 38, "Q": 0.94}.get(unit, 1)
        return f"{self.number(low / size, high / size).rstrip()}{unit}"

    def color(self) -> str:
        """Return a colour."""
        rng = self.rng
        if rng.random() < 0.5:
            return rng.choice(("#e33", "#3a5", "#36c", "#fc0", "#222", "teal", "orchid", "coral"))
        if self.has("variables", 0.5):
            return rng.choice(
                ("var(--c)", "var(--d, #c06)", "var(--none, var(--c))", "var(--e)", "var( --c )", "VAR(--c)")
            )
        if self.has("paints", 0.4):
            return self.server()
        if self.has("words", 0.3):
            return rng.choice((*WORDS, "currentColor", "CurrentColor", "none", "transparent", "context-fill"))
        return rng.choice(COLORS)

    def declaration(self) -> str:
        """Return a declaration."""
        rng = self.rng
        if self.has("markup", 0.15) or self.has("sheets", 0.05):
            return rng.choice(BROKEN)
        name, value = self.property()
        if self.has("words", 0.2):
            value = rng.choice(WORDS)
        if self.has("variables", 0.15):
            return rng.choice(
                (f"--{rng.choice('cde')}:{rng.choice(COLORS)}", "--w:6px", "stroke-width:var(--w, 3px)", "--c:var(--d)",
                "--e:var(--e)", "--c:initial", "--d: ", "opacity:var(--o,.5)", "transform:rotate(var(--a,20deg))",
                "stroke-width:calc(var(--w,2px)*2)", "fill:var(--c)")
            )  # fmt: skip
        return f"{name}:{value}" + (" !important" if rng.random() < 0.08 else "")

    def property(self) -> tuple[str, str]:
        """Return a property of CSS and its value."""
        rng = self.rng
        if self.has("transforms", 0.5):
            return self.moving()
        if self.has("strokes", 0.5):
            name = rng.choice(
                ("stroke-width", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin",
                "stroke-miterlimit", "paint-order", "vector-effect", "stroke-opacity")
            )  # fmt: skip
            if name == "stroke-width":
                return name, self.length(1, 14)
            if name == "stroke-dasharray":
                return name, rng.choice((",", " ", " , ")).join(self.length(2, 20) for _ in range(rng.randrange(1, 5)))
            return name, rng.choice(OF_SHAPES[name])
        if self.has("clips", 0.3):
            return "clip-path", rng.choice((*SHAPES_OF_CSS, self.clip()))
        if self.has("masks", 0.3):
            return "mask", self.mask()
        if self.has("filters", 0.4):
            return "filter", rng.choice((*FUNCTIONS, self.filter()))
        if self.has("blending", 0.5):
            return rng.choice(
                (("mix-blend-mode", rng.choice(BLENDS.split())), ("isolation", rng.choice(("isolate", "auto"))),
                ("opacity", rng.choice((".5", "70%"))))
            )  # fmt: skip
        name = rng.choice(("fill", "fill", "stroke", "color", "opacity", "fill-opacity", "visibility", "display",
            "fill-rule", "stroke-width", "overflow", "font-size"))  # fmt: skip
        if name in ("fill", "stroke", "color"):
            return name, self.color()
        if name == "stroke-width":
            return name, self.length(1, 10)
        if name == "font-size":
            return name, rng.choice(("20px", "1.5em", "150%", "large", "2rem"))
        if name in ("visibility", "display") and rng.random() < 0.6:
            return "fill", self.color()
        return name, rng.choice(OF_SHAPES[name])

    def moving(self) -> tuple[str, str]:
        """Return a property that moves an element."""
        rng = self.rng
        name = rng.choice(("transform", "transform", "transform", "translate", "rotate", "scale", "transform-origin",
            "transform-box"))  # fmt: skip
        if name != "transform":
            return name, rng.choice(OF_SHAPES[name])
        steps = (
            lambda: f"translate({self.number(-30, 30)}px, {self.number(-30, 30)}%)",
            lambda: f"rotate({self.number(-90, 90)}deg)", lambda: f"scale({self.number(0.5, 1.3)})",
            lambda: f"skewX({self.number(-30, 30)}deg)", lambda: f"rotate({self.number(0, 1)}rad)",
            lambda: f"matrix({self.number(0.5, 1)},{self.number(-1, 1)},.2,1,{self.number(-9, 9)},5)",
            lambda: "translateX(1em)", lambda: "scale(80%,1.1)", lambda: "TRANSLATEY(calc(4px + 3px))",
            lambda: "rotate(30)", lambda: "translate(10)", lambda: "scaleX(-1)",
        )  # fmt: skip
        return name, rng.choice((" ", "", "\n")).join(rng.choice(steps)() for _ in range(rng.choice((1, 1, 2, 3))))

    def transform(self) -> str:
        """Return a transform as an attribute."""
        rng = self.rng
        steps = (
            lambda: f"translate({self.number(-30, 30)} {self.number(-30, 30)})",
            lambda: f"translate({self.number(-30, 30)})",
            lambda: f"rotate({self.number(-90, 90)},{self.number()},{self.number()})",
            lambda: f"rotate({self.number(-90, 90)})",
            lambda: f"scale({self.number(0.5, 1.3)})", lambda: f"scale({self.number(-1.2, 1.2)} , {self.number(0.5, 1.3)})",
            lambda: f"skewX({self.number(-30, 30)})", lambda: f"skewY( {self.number(-30, 30)} )",
            lambda: f"matrix({self.number(0.5, 1)} {self.number(-1, 1)} .2 1 {self.number(-9, 9)} 5)",
            lambda: f"translate ({self.number(-9, 9)}-5)", lambda: "rotate(20deg)", lambda: "translate(5px)",
            lambda: "scale(2,)", lambda: "Rotate(20)", lambda: "rotate(20 50)", lambda: "translate(1 2 3)",
        )  # fmt: skip
        most = len(steps) if "markup" in self.themes else 10
        return rng.choice((" ", "", ",", " , ")).join(rng.choice(steps[:most])() for _ in range(rng.choice((1, 1, 2))))

    # --- definitions

    def define(self, tag: str, attributes: str, inside: str) -> str:
        """Write a definition and return its id."""
        self.count += 1
        identifier = f"d{self.count}"
        self.defined.append(f'<{tag} id="{identifier}" {attributes}>{inside}</{tag}>')
        return identifier

    def url(self, identifier: str) -> str:
        """Return a reference."""
        form = self.rng.choice(("url(#{})", "url(#{})", "url('#{}')", "url( #{} )", "URL(#{})"))
        return form.format(identifier)

    def some(self, *choices: str) -> str:
        """Return some of several attributes."""
        return " ".join(choice for choice in choices if self.rng.random() < 0.5)

    def stops(self) -> str:
        """Return the stops of a gradient."""
        rng = self.rng
        offsets = [
            rng.choice((self.number(0, 1), f"{rng.randrange(101)}%", "1", "0")) for _ in range(rng.choice((1, 2, 2, 3)))
        ]
        if rng.random() < 0.8:
            offsets = [f"{number / max(1, len(offsets) - 1):.2f}" for number in range(len(offsets))]
        forms = ('<stop offset="{}" stop-color="{}" {}/>', '<stop offset="{}" style="stop-color:{}" {}/>')
        plain = [color for color in COLORS if "var" not in color]
        return "".join(
            rng.choice(forms).format(at, rng.choice(plain), self.some('stop-opacity=".6"', 'color="#a60"'))
            for at in offsets
        )

    def server(self) -> str:
        """Return a paint that is a gradient or a pattern."""
        rng, kind = self.rng, self.rng.randrange(5)
        in_space = rng.random() < 0.5
        if kind == 4:
            inside = self.shape(0, 12)
            tile = f'width="{rng.randrange(12, 40)}" height="{rng.randrange(12, 40)}" patternUnits="userSpaceOnUse"'
            more = self.some(
                f'patternTransform="{self.transform()}"',
                'x="5"',
                'viewBox="0 0 12 12"',
                f'preserveAspectRatio="{rng.choice(ALIGNS)}"',
            )
            return self.url(self.define("pattern", f"{tile} {more}", inside))
        tag = "linearGradient" if kind < 2 else "radialGradient"
        names = ("x1", "y1", "x2", "y2") if kind < 2 else ("cx", "cy", "r", "fx", "fy")
        ends = [
            f'{name}="{self.number(20, 90)}"' if in_space else f'{name}="{self.number(0.1, 0.9)}"' for name in names
        ]
        if rng.random() < 0.2:
            ends = [f'{name}="{rng.randrange(10, 90)}%"' for name in names]
        more = self.some(*ends) + (' gradientUnits="userSpaceOnUse"' if in_space else "")
        more += " " + self.some(f'spreadMethod="{rng.choice(("pad", "reflect", "repeat"))}"')
        if rng.random() < 0.3:
            more += f' gradientTransform="{self.transform() if in_space else "rotate(30)"}"'
        if rng.random() < 0.25:
            other = self.define(rng.choice(("linearGradient", "radialGradient")), more, self.stops())
            return self.url(
                self.define(
                    tag,
                    f'{rng.choice(("href", "xlink:href"))}="#{other}" {self.some(*ends)}',
                    rng.choice(("", "", self.stops())),
                )
            )
        return self.url(self.define(tag, more, self.stops())) + (" #a0c" if rng.random() < 0.1 else "")

    def clip(self) -> str:
        """Return a clip path."""
        rng = self.rng
        if rng.random() < 0.2:
            inside = f'<circle cx=".5" cy=".5" r="{self.number(0.2, 0.5)}"/><rect width=".3" height=".4"/>'
            return self.url(
                self.define("clipPath", f'clipPathUnits="objectBoundingBox" {self.some(self.linked_clip())}', inside)
            )
        inside = "".join(self.shape() for _ in range(rng.choice((1, 1, 2, 3))))
        if rng.random() < 0.15:
            inside += rng.choice(
                (
                    f"<g>{self.shape()}</g>",
                    '<text x="9" y="60" font-size="50">MW</text>',
                    self.use(),
                    "<title>t</title>",
                )
            )
        return self.url(
            self.define(
                "clipPath",
                self.some(f'transform="{self.transform()}"', self.linked_clip(), 'clip-rule="evenodd"'),
                inside,
            )
        )

    def linked_clip(self) -> str:
        """Return an attribute that clips a clip path."""
        return f'clip-path="{self.clip()}"' if self.rng.random() < 0.2 else ""

    def mask(self) -> str:
        """Return a mask."""
        rng = self.rng
        units = rng.choice(
            (
                "",
                "",
                'maskUnits="userSpaceOnUse" x="10" y="5" width="80" height="70"',
                'maskContentUnits="objectBoundingBox"',
                'x="0" y="0" width="1" height=".6"',
            )
        )
        inside = (
            f'<circle cx=".5" cy=".5" r=".4" fill="{rng.choice(("#fff", "#999", "red"))}"/>'
            if "Content" in units
            else "".join(self.element(2) for _ in range(rng.choice((1, 2))))
            + '<rect width="60" height="60" fill="#fff"/>'
        )
        kind = rng.choice(("", "", 'mask-type="alpha"', 'style="mask-type:luminance"'))
        return self.url(self.define("mask", f"{units} {kind}", inside))

    def filter(self) -> str:
        """Return a filter."""
        rng = self.rng
        steps = (
            f'<feGaussianBlur stdDeviation="{self.number(1, 5)}"/>', '<feOffset dx="8" dy="5"/>',
            f'<feDropShadow dx="5" dy="{self.number(-6, 6)}" stdDeviation="2" flood-color="#c09"/>',
            '<feFlood flood-color="#09c" flood-opacity=".4" result="f"/><feMerge><feMergeNode in="f"/><feMergeNode in="SourceGraphic"/></feMerge>',
            '<feColorMatrix type="hueRotate" values="120"/>', '<feColorMatrix type="saturate" values=".3"/>',
            '<feComponentTransfer><feFuncR type="linear" slope=".5" intercept=".2"/></feComponentTransfer>',
            '<feGaussianBlur in="SourceAlpha" stdDeviation="3" result="b"/><feOffset in="b" dx="6" dy="6" result="o"/><feMerge><feMergeNode in="o"/><feMergeNode in="SourceGraphic"/></feMerge>',
            '<feFlood flood-color="red"/><feComposite in2="SourceGraphic" operator="in"/>',
            '<feFlood flood-color="gold" result="f"/><feBlend in="SourceGraphic" in2="f" mode="multiply"/>',
        )  # fmt: skip
        region = rng.choice(
            (
                "",
                "",
                'x="-20%" y="-20%" width="140%" height="140%"',
                'x="0" y="0" width="1" height="1"',
                'filterUnits="userSpaceOnUse" x="0" y="0" width="100" height="100"',
            )
        )
        space = rng.choice(("", 'color-interpolation-filters="sRGB"', 'style="color-interpolation-filters:sRGB"'))
        return self.url(
            self.define("filter", f"{region} {space}", "".join(rng.choice(steps) for _ in range(rng.choice((1, 1, 2)))))
        )

    def marker(self) -> str:
        """Return a marker."""
        rng = self.rng
        more = self.some(
            f'orient="{rng.choice(("auto", "45", "auto-start-reverse", "0.5rad", "30deg"))}"', 'viewBox="0 0 10 10"',
            'markerUnits="userSpaceOnUse"', f'refX="{self.number(0, 10)}" refY="5"', 'overflow="visible"',
            f'preserveAspectRatio="{rng.choice(ALIGNS)} slice"', f'markerWidth="{self.number(3, 14)}" markerHeight="{self.number(3, 14)}"',
            'fill="#f60"',
        )  # fmt: skip
        inside = rng.choice(
            (
                '<path d="M0 0L10 5L0 10z"/>',
                '<rect width="8" height="6" fill="#0a0"/>',
                '<circle cx="3" cy="3" r="3" fill="context-stroke"/>',
                '<circle cx="3" cy="3" r="3"/>',
            )
        )
        return self.url(self.define("marker", more, inside))

    # --- elements

    def attributes(self) -> str:
        """Return the attributes that all elements have."""
        rng = self.rng
        parts: list[str] = []
        if rng.random() < (0.7 if "sheets" in self.themes else 0.1):
            pair = " ".join(rng.choices(CLASSES, k=2))
            parts.append('class="{}"'.format(rng.choice((rng.choice(CLASSES), pair, " a\n", "A"))))
        self.count += 1
        identifier = f"e{self.count}"
        if "sheets" in self.themes and rng.random() < 0.3:
            identifier = rng.choice(IDS)
        self.targets.append(identifier)
        parts.append(f'id="{identifier}"')
        if rng.random() < 0.6:
            gap = rng.choice((";", ";", " ; ", ";;", ";\n"))
            text = gap.join(self.declaration() for _ in range(rng.choice((1, 1, 2, 3)))).replace('"', "'")
            parts.append('style="%s"' % (text + rng.choice(("", ";"))))
        if rng.random() < 0.5:
            name, value = self.property()
            if name not in ("translate", "rotate", "scale", "transform-box", "transform"):
                parts.append(f'{name}="{value.replace(chr(34), chr(39))}"')
        if rng.random() < (0.5 if "transforms" in self.themes else 0.1):
            parts.append(f'transform="{self.transform()}"')
        if self.has("clips", 0.3):
            parts.append(f'clip-path="{self.clip()}"')
        if self.has("masks", 0.3):
            parts.append(f'mask="{self.mask()}"')
        if self.has("filters", 0.2):
            parts.append(f'filter="{self.filter()}"')
        if self.has("markup", 0.2):
            parts.append(
                rng.choice(
                    (
                        'data-x="&lt;&amp;"',
                        "aria-label='\"'",
                        'xml:space="preserve"',
                        'x:y="1"',
                        'FILL="red"',
                        'lang="en"',
                        'fill="&#114;ed"',
                        'stroke="&#x62;lue"',
                        'onclick2="x"',
                        'opacity=" .5 "',
                        'fill="red;"',
                        "fill=''",
                        'stroke-width="2 3"',
                        'fill="#F00 "',
                        'opacity="50 %"',
                        'fill="inherit"',
                        'stroke-width=""',
                    )
                )
            )
        chosen: dict[str, str] = {}
        for part in parts:
            chosen.setdefault(part.partition("=")[0], part)
        return " ".join(chosen.values())

    def shape(self, low: float = 0, high: float = 100) -> str:
        """Return a shape."""
        rng, more = self.rng, self.attributes()
        span = high - low
        paint = self.some(
            f'fill="{self.color()}"',
            f'stroke="{self.color()}"',
            f'stroke-width="{self.length(1, max(2, span / 10))}"',
        )
        given = {part.partition("=")[0] for part in more.split()}
        paint = " ".join(part for part in [paint] if not any(f"{name}=" in part for name in given))

        def at() -> str:
            return self.number(low, low + span * 0.6)

        def size() -> str:
            return self.length(span * 0.2, span * 0.7)

        kind = rng.randrange(9)
        if kind < 2:
            round_ = self.some(f'rx="{self.length(2, 15)}"', f'ry="{self.length(2, 15)}"') if rng.random() < 0.4 else ""
            return f'<rect x="{at()}" y="{at()}" width="{size()}" height="{size()}" {round_} {paint} {more}/>'
        if kind == 2:
            return f'<circle cx="{at()}" cy="{at()}" r="{self.length(span * 0.1, span * 0.4)}" {paint} {more}/>'
        if kind == 3:
            radii = self.some(f'rx="{size()}"', f'ry="{size()}"')
            return f'<ellipse cx="{at()}" cy="{at()}" {radii} {paint} {more}/>'
        if kind == 4:
            return f'<line x1="{at()}" y1="{at()}" x2="{size()}" y2="{size()}" stroke="{self.color()}" stroke-width="4" {more if "stroke=" not in more and "stroke-width=" not in more else ""}/>'
        if kind == 5:
            points = rng.choice((" ", ",", "\n")).join(at() for _ in range(rng.choice((6, 6, 8, 7))))
            return f'<{rng.choice(("polygon", "polyline"))} points="{points}" {paint} {more} {self.marks()}/>'
        steps = [f"M{at()} {at()}"]
        for _ in range(rng.choice((2, 3, 4))):
            steps.append(
                rng.choice(
                    (
                        f"L{at()} {at()}",
                        f"l{self.number(-30, 30)},{self.number(-30, 30)}",
                        f"H{at()}",
                        f"v{self.number(-30, 30)}",
                        f"Q{at()} {at()} {at()} {at()}",
                        f"c5 5 9 {self.number(-30, 30)} 20 9",
                        f"A20 {self.number(9, 30)} {self.number(0, 90)} {rng.randrange(2)} {rng.randrange(2)} {at()} {at()}",
                        f"T{at()} {at()}",
                        f"s9-5 {self.number(-30, 30)} 9",
                        f"a9 9 0 01{self.number(5, 20)} 9",
                        "z",
                        "M30 30h30v20",
                    )
                )
            )
        tail = (
            rng.choice(("", "z", "Z", " "))
            if "markup" not in self.themes
            else rng.choice(("z", "L5", "x", ",", "L5 5 9", "M9 9"))
        )
        return f'<path d="{rng.choice(("", " ")).join(steps)}{tail}" {paint} {more} {self.marks()}/>'

    def marks(self) -> str:
        """Return the attributes of markers."""
        if not self.has("markers", 0.8):
            return ""
        return " ".join(f'marker-{at}="{self.marker()}"' for at in ("start", "mid", "end") if self.rng.random() < 0.4)

    def text(self) -> str:
        """Return a text."""
        rng = self.rng
        inner = rng.choice((
            "Wxy", "Hi <tspan fill='red'>you</tspan> !", "a<tspan dx='6' dy='9'>b</tspan>c", "  two   words ",
            "<tspan x='20' y='30'>one</tspan><tspan x='20' dy='1.2em'>two</tspan>", "<tspan style='font-weight:bold;fill:#06c'>B</tspan>n",
            "<a href='#x'>link</a>", "<title>t</title>x", "A&amp;B", "&#65;&#x42;",
        ))  # fmt: skip
        more = self.some(
            f'text-anchor="{rng.choice(("start", "middle", "end"))}"', f'dominant-baseline="{rng.choice(("middle", "central", "hanging", "auto"))}"',
            f'letter-spacing="{self.number(0, 5)}"', 'word-spacing="6"', 'font-weight="bold"', 'font-style="italic"', f'dy="{rng.choice(("5", ".3em", "1 2 3"))}"',
            'dx="0 4 4"', 'xml:space="preserve"', 'textLength="70"', 'rotate="10 20"', 'stroke="#e33"',
        )  # fmt: skip
        if self.has("text", 0.1):
            path = self.define("path", 'd="M10 60Q50 10 90 60" fill="none"', "")
            start = self.some('startOffset="20%"')
            inner = f'<textPath href="#{path}" {start}>along it</textPath>'
        attributes = " ".join(part for part in [self.attributes()] if "font-size=" not in part)
        return f'<text x="{self.number(5, 50)}" y="{self.number(30, 80)}" font-family="sans-serif" font-size="{rng.choice(("24", "18px", "1.5em", "150%", "x-large"))}" {more} {attributes}>{inner}</text>'

    def use(self) -> str:
        """Return a use of an element written before, or of a symbol."""
        rng = self.rng
        link = rng.choice(("href", "xlink:href"))
        if not self.targets or rng.random() < 0.5:
            box = self.some(
                'viewBox="0 0 100 80"',
                f'preserveAspectRatio="{rng.choice((*ALIGNS, "none", "xMidYMid slice"))}"',
                'overflow="visible"',
                'width="60" height="50"',
                'x="5"',
                'refX="10" refY="center"',
            )
            name = self.define(rng.choice(("symbol", "symbol", "svg")), box, self.element(2) + self.element(2))
        else:
            name = rng.choice(self.targets)
        sizes = self.some(
            f'x="{self.length(-20, 40)}"',
            f'y="{self.length(-20, 40)}"',
            f'width="{self.length(20, 80)}"',
            f'height="{self.length(20, 80)}"',
        )
        return f'<use {link}="#{name}" {sizes} {self.attributes()}/>'

    def element(self, depth: int = 0) -> str:
        """Return an element with its contents."""
        rng, kind = self.rng, self.rng.random()
        if self.has("text", 0.4):
            return self.text()
        if self.has("uses", 0.4) and depth < 3:
            return self.use()
        if self.has("markup", 0.08):
            return rng.choice(
                (
                    "<!-- <rect/> -->",
                    "<x:y xmlns:x='urn:x'><rect/></x:y>",
                    '<g xmlns="urn:z"><rect width="90" height="90"/></g>',
                    "<foo><rect width='50' height='50'/></foo>",
                    "<?pi x?>",
                    "<![CDATA[ x ]]>",
                    "text",
                    '<s:rect xmlns:s="http://www.w3.org/2000/svg" width="30" height="30" fill="red"/>',
                    "<title>t</title>",
                    '<Rect width="50" height="50"/>',
                    "<metadata><rect width='50' height='50'/></metadata>",
                    '<rect width="20" height="20"><circle r="50"/></rect>',
                    "<view/>",
                    '<image width="30" height="30"/>',
                )
            )
        if depth < 3 and self.has("pages", 0.4):
            window = rng.choice(("0 0 100 100", "0,0,120,80", "-20 -10 140 90", " 0 0 50 100 ", "10 10 60 60"))
            fitting = rng.choice((*ALIGNS, "none", "xMidYMid slice", "xMaxYMin meet", "defer xMidYMid"))
            box = self.some(
                f'x="{self.length(0, 40)}"', f'y="{self.length(0, 40)}"', f'width="{self.length(30, 90)}"',
                f'height="{self.length(30, 90)}"', f'viewBox="{window}"', f'preserveAspectRatio="{fitting}"',
                'overflow="{}"'.format(rng.choice(("visible", "hidden", "auto"))),
            )  # fmt: skip
            return f"<svg {box}>{self.elements(depth + 1)}</svg>"
        if depth < 3 and kind < 0.4:
            tag = rng.choice(("g", "g", "g", "g", "a", "switch"))
            return f"<{tag} {self.attributes()}>{self.elements(depth + 1)}</{tag}>"
        return self.shape()

    def elements(self, depth: int) -> str:
        """Return one to three elements."""
        gap = "\n  " if self.rng.random() < 0.3 else ""
        return gap.join(self.element(depth) for _ in range(self.rng.choice((1, 2, 2, 3))))

    # --- style sheets

    def selector(self, depth: int = 0) -> str:
        """Return a selector."""
        rng = self.rng
        simple = rng.choice((
            rng.choice(TAGS), f".{rng.choice(CLASSES)}", f".{rng.choice(CLASSES)}", f"#{rng.choice(IDS)}", "*", f"{rng.choice(TAGS)}.{rng.choice(CLASSES)}",
            "[fill]", "[class~=a]", '[id^="e"]', "[class$='b']", "[stroke]", f".{rng.choice(CLASSES)}.{rng.choice(CLASSES)}", "[style*='fill']", "[id|=p]", ".A", "RECT",
        ))  # fmt: skip
        if rng.random() < 0.25 and depth < 2:
            inner = self.selector(depth + 1)
            simple += rng.choice(
                (
                    f":not({inner})",
                    f":is({inner}, .b)",
                    f":where({inner})",
                    f":has({inner})",
                    ":first-child",
                    ":last-child",
                    ":nth-child(2n+1)",
                    ":nth-child( odd )",
                    ":nth-of-type(2)",
                    ":only-child",
                    ":empty",
                    ":nth-last-child(-n+2)",
                    ":hover",
                    ":root",
                    ":nth-child(2 of .a)",
                    ":first-of-type",
                    ":lang(en)",
                )
            )
        if rng.random() < 0.3 and depth < 2:
            simple += rng.choice((" ", " > ", ">", " + ", "~", " ~ ", "  ", "\n")) + self.selector(depth + 1)
        if rng.random() < 0.1 and depth < 1:
            simple += rng.choice((", ", ",")) + self.selector(1)
        return simple

    def sheet(self) -> str:
        """Return a style sheet."""
        rng = self.rng
        rules = []
        for _ in range(rng.choice((1, 2, 3, 4))):
            declared = rng.choice((";", ";", " ;\n")).join(self.declaration() for _ in range(rng.choice((1, 1, 2))))
            rule = f"{self.selector()}{rng.choice(('', ' '))}{{{declared}}}"
            if rng.random() < 0.12:
                rule = (
                    rng.choice(
                        (
                            "@media all",
                            "@media screen",
                            "@media print",
                            "@media not print",
                            "@media (prefers-color-scheme:dark)",
                            "@media screen, print",
                            "@MEDIA SCREEN",
                            "@media",
                            "@media (width)",
                            "@layer x",
                            "@supports (fill:red)",
                            "@media only screen and (prefers-reduced-motion: no-preference)",
                            "@media not all and (prefers-color-scheme: dark)",
                            "@media (not (prefers-color-scheme:dark))",
                            "@keyframes k",
                            "@page",
                        )
                    )
                    + f"{{{rule}}}"
                )
            rules.append(
                rng.choice(("", "", "", "/* c */", ";", "}", "@charset 'x';", "<!-- ", "@import;")) + rule
                if self.has("markup", 0.5)
                else rule
            )
        if "variables" in self.themes:
            rules.insert(
                0,
                rng.choice((":root{--c:#c30;--d:teal}", "svg{--c:#093;--w:7px}", "*{--c:#639}", "g{--c:gold;--o:.4}")),
            )
        text = "\n".join(rules)
        if self.has("markup", 0.2):
            text = text.rstrip("}")
        text = (
            f"<![CDATA[{text}]]>"
            if rng.random() < 0.2
            else text.replace("&", "&amp;").replace("<", "&lt;").replace(">", rng.choice((">", "&gt;")))
        )
        opening = rng.choice(
            (
                "",
                "",
                "",
                ' type="text/css"',
                ' media="screen"',
                ' type="text/CSS"',
                ' type=""',
                ' media="print"',
                ' type="text/less"',
                ' media=""',
                ' type=" text/css"',
                ' type="text/css;charset=utf-8"',
                " title='x'",
                ' id="p"',
            )
            if "markup" in self.themes
            else ("", ' type="text/css"')
        )
        return f"<style{opening}>{text}</style>"

    def drawing(self) -> str:
        """Return a whole drawing."""
        rng = self.rng
        parts = [self.element() for _ in range(rng.choice((1, 2, 3, 4)))]
        if {"sheets", "variables"} & self.themes:
            sheets = [self.sheet() for _ in range(rng.choice((1, 1, 2)))]
            if self.has("markup", 0.2):
                sheets = [f"<{tag}>{sheet}</{tag}>" for sheet, tag in zip(sheets, ("defs", "g"), strict=False)]
            parts = rng.choice((sheets + parts, sheets + parts, parts + sheets))
        defined = "".join(self.defined)
        if rng.random() < 0.6:
            defined = f"<defs>{defined}</defs>"
        parts.insert(rng.choice((0, len(parts))), defined)
        declared = f' style="{self.declaration()}"'.replace('\\"', "'") if rng.random() < 0.1 else ""
        root = rng.choice(
            (
                'width="100" height="100" viewBox="0 0 100 100"',
                'viewBox="0 0 100 100"',
                'width="100" height="100"',
                'width="200px" height="200" viewBox="0,0 100 100"',
                'viewBox="-10 -10 120 120"',
                'width="100" height="60" viewBox="0 0 100 60"',
            )
        )
        return f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {root}{declared}>{"".join(parts)}</svg>'


def nested(rng: Random) -> str:
    """Return a drawing with nested constructs."""
    return Writer(rng).drawing()


def nested_drawings() -> SearchStrategy[str]:
    """Return a strategy for drawings by `nested`: Hypothesis draws the seed only."""
    return st.integers(0, (1 << 32) - 1).map(lambda seed: nested(Random(seed)))
