"""Words around a figure: notes with an arrow, headings, formulas, stamps, as TeX has many ways to set them."""

from ..pen import Pen
from .near import corner, text

TITLES = (
    "Fig. 1", "Fig. 2", "Fig. 3", "Fig. 4", "Sketch 5", "Plan 6", "Part I", "Part II", "Case 1", "Case 2", "Step 3",
)  # fmt: skip
REMARKS = (
    "see text", "as above", "to check", "draft", "not to scale", "new version", "from the notes", "cf. page 12", "old",
    "final", "compare", "details later",
)  # fmt: skip

SETTINGS = (
    "\\emph{{{}}}", "\\textit{{{}}}", "\\textsl{{{}}}", "\\textmd{{{}}}", "\\textup{{{}}}", "\\textrm{{{}}}",
    "\\textnormal{{{}}}", "\\mbox{{{}}}", "\\makebox[26mm][c]{{{}}}", "\\parbox{{26mm}}{{\\centering {}}}",
    "\\raisebox{{1pt}}{{{}}}", "\\scalebox{{0.9}}{{{}}}", "\\rotatebox{{6}}{{{}}}", "\\shortstack{{{}}}",
    "\\strut {}", "{{\\em {}}}", "{{\\it {}}}", "{{\\sl {}}}", "{{\\bf {}}}", "{{\\tt {}}}", "{{\\sf {}}}",
    "{{\\rm {}}}", "\\textcolor{{black!60}}{{{}}}", "{}", "{}", "\\footnotesize\\selectfont {}", "\\leavevmode {}",
    "\\smash{{{}}}", "\\hbox{{{}}}", "\\vphantom{{g}}{}", "{} \\dots", "$\\S$ {}", "$\\P$ {}", "$\\dagger$ {}",
    "$\\ddagger$ {}", "$\\star$ {}", "$\\bullet$ {}", "{} $\\diamond$",
)  # fmt: skip
"""Ways of setting a few words of text."""

UNDERLINES = (
    ("a wavy line", "snake, amplitude=0.7pt, segment length=5pt"),
    ("a zigzag line", "zigzag, amplitude=0.8pt, segment length=4pt"),
    ("a shaky line", "random steps, segment length=3pt, amplitude=0.8pt"),
    ("a line of small bumps", "bumps, amplitude=1pt, segment length=5pt"),
    ("a line like a saw", "saw, amplitude=1.2pt, segment length=5pt"),
)


def callout(pen: Pen, shade: str) -> str:
    """A note, and a curved arrow from it to the figure."""
    side = pen.random.choice(("right", "left", "below"))
    label = text(pen, REMARKS)
    font = pen.random.choice(("\\itshape\\small", "\\small", "\\footnotesize\\sffamily", "\\slshape"))
    tip = pen.random.choice(("->", "-latex", "-stealth"))
    where, across, up, anchor, end, out, into = {
        "right": ("east", "7mm", "-9mm", "west", "north", 90, 0),
        "left": ("west", "-7mm", "-9mm", "east", "north", 90, 180),
        "below": ("south", "11mm", "-8mm", "west", "west", 180, -90),
    }[side]
    nudge = {"right": ("1mm", "0mm"), "left": ("-1mm", "0mm"), "below": ("0mm", "-1mm")}[side]
    pen.line(f"\\coordinate (goal) at {corner(where, *nudge)};")
    pen.line(
        f"\\node[anchor={anchor}, font={font}, {shade}] (remark) at ([shift={{({across},{up})}}]goal) "
        f"{{{pen.random.choice(SETTINGS).format(label)}}};"
    )
    path = pen.random.choice(
        (
            f"to[out={out}, in={into}]",
            f"to[in={into}, out={out}, looseness=0.9]",
            f".. controls +({out}:5mm) and +({into}:5mm) ..",
        )
    )
    pen.line(f"\\draw[{tip}, {shade}] (remark.{end}) {path} (goal);")
    whence = {"right": "to the right of", "left": "to the left of", "below": "below"}[side]
    return (
        f"A gray note '{label}' stands {whence} the figure, and a curved gray arrow leads from it to the figure's edge."
    )


def heading(pen: Pen, shade: str) -> str:
    label = text(pen, TITLES)
    words, form = pen.random.choice(UNDERLINES)
    font = pen.random.choice(("\\bfseries", "\\large", "\\scshape", "\\sffamily\\bfseries", "\\Large\\itshape"))
    pen.line(
        f"\\node[above, font={font}] (title) at {corner('north', '0mm', '3mm')} {{{label}}};",
        f"\\draw[{shade}, decorate, decoration={{{form}}}] (title.south west) -- (title.south east);",
    )
    return f"Above the figure stands '{label}', underlined with {words} in gray."


def arch(pen: Pen, shade: str) -> str:
    """A heading along an arch."""
    label, angle = pen.random.choice(TITLES), pen.random.choice((15, 20, 25))
    bend = pen.random.choice((f"to[out={angle}, in={180 - angle}]", f"to[bend left={angle}]"))
    pen.line(
        f"\\coordinate (top) at {corner('north', '0mm', '3mm')};",
        f"\\path[decorate, decoration={{text along path, text={{{label}}}, text align=center, text color={shade}}}] "
        f"([xshift=-16mm]top) {bend} ([xshift=16mm]top);",
    )
    return f"Above the figure '{label}' is written in gray along a flat arch."


FORMULAS = (
    ("\\hbar > 0", "h with a bar is positive"), ("k \\ll n", "k is much smaller than n"),
    ("m \\gg 1", "m is much larger than 1"), ("a \\equiv b", "a and b are congruent"),
    ("p \\vdash q", "q can be derived from p"), ("\\lfloor x \\rfloor", "x is rounded down"),
    ("\\lceil x \\rceil", "x is rounded up"), ("\\Re z", "the real part of z is meant"),
    ("\\Im z", "the imaginary part of z is meant"), ("\\overline{z}", "z is conjugated"),
    ("\\tilde{x} \\approx x", "x with a tilde is about x"), ("\\dot{x} = v", "the change of x is v"),
    ("\\ddot{x} = a", "the second change of x is a"), ("\\widehat{w} \\sim w", "w with a wide hat is like w"),
    ("\\frac{\\partial u}{\\partial t} = c", "the partial change of u is c"),
    ("\\prod_k a_k", "all a are multiplied"), ("\\gcd(a,b) = 1", "a and b have no common divisor"),
    ("\\dim V = n", "V has n dimensions"), ("\\ker f = 0", "the kernel of f is zero"),
    ("\\deg p \\leq 3", "p has at most the degree 3"), ("\\det A \\neq 0", "the determinant of A is not zero"),
    ("\\arg z = \\pi", "the argument of z is pi"), ("\\Pr(X) = p", "X has the probability p"),
    ("\\inf M < \\sup M", "the infimum of M is below its supremum"), ("f \\simeq g", "f and g are similar"),
    ("u \\otimes v", "u and v have a tensor product"), ("u \\wedge v", "u and v have a wedge product"),
    ("u \\odot v", "u and v are multiplied entry by entry"), ("p \\vee q", "p or q holds"),
    ("\\neg p", "p does not hold"), ("x \\in M \\setminus N", "x is in M but not in N"),
    ("\\sqrt{2} \\notin M", "the root of 2 is not in M"), ("y \\propto z", "y is proportional to z"),
    ("c \\pm d", "d is added to c or subtracted"), ("N \\subseteq M", "N is a part of M"),
    ("\\max f \\geq \\min f", "the maximum of f is at least its minimum"), ("i \\ne j", "i and j differ"),
    ("\\ell_1, \\ldots, \\ell_n", "there are n quantities"), ("\\Delta t \\to 0", "a step in t shrinks to zero"),
    ("\\Omega \\mapsto \\omega", "a capital omega becomes a small one"), ("\\Phi(1) = \\phi", "Phi of 1 is phi"),
    ("\\aleph_0", "it is countable"), ("a \\ast b = b \\ast a", "a and b commute"), ("s \\models t", "t follows in s"),
    ("\\Gamma(n+1) = n!", "Gamma of n plus 1 is n factorial"), ("\\sigma^2 = \\rho", "the square of sigma is rho"),
    ("\\underbrace{a + \\cdots + a}_{n}", "a is added n times"), ("\\kappa \\bmod 2", "kappa is taken modulo 2"),
    ("\\Lambda \\cong \\Sigma", "Lambda and Sigma are isomorphic"), ("\\bigl( x \\bigr)", "x stands in brackets"),
    ("\\Psi_k \\asymp \\zeta", "Psi grows like zeta"), ("\\mathsf{E}X = \\chi", "the mean of X is chi"),
)  # fmt: skip
"""Formulas of any field that say nothing of shapes, sets A and B, or growth, and what they state."""


def formula(pen: Pen, shade: str) -> str:
    written, words = pen.random.choice(FORMULAS)
    where, up, anchor = pen.random.choice((("south", "-2mm", "north"), ("north", "2mm", "south")))
    style = pen.random.choice(("", "\\displaystyle ", "\\textstyle ", ""))
    frame = pen.random.choice(("", "", ", draw", ", draw, rounded corners", ", draw, densely dashed"))
    if "word" in pen.asked_words() or "box" in pen.asked_words() or "rectangle" in pen.asked_words():
        frame = ""
    target = corner(where, "0mm", up)
    if not frame and pen.chance(0.2):
        pen.line(
            f"\\path {target} coordinate (note);",
            f"\\pgftext[at=\\pgfpointanchor{{note}}{{center}}, {'top' if anchor == 'north' else 'bottom'}]"
            f"{{\\color{{{shade}}}${style}{written}$}}",
        )
    else:
        pen.line(f"\\node[anchor={anchor}, text={shade}, {shade}{frame}] at {target} {{${style}{written}$}};")
    side = "Below" if anchor == "north" else "Above"
    look = " in a frame" if frame else ""
    return f"{side} the figure a formula in gray{look} says that {words}."


STAMPS = (
    "\\fbox{{{}}}", "\\framebox{{\\,{}\\,}}", "\\colorbox{{black!10}}{{{}}}", "\\fcolorbox{{black!60}}{{white}}{{{}}}",
    "\\setlength{{\\fboxsep}}{{4pt}}\\fbox{{{}}}", "\\setlength{{\\fboxrule}}{{1pt}}\\fbox{{{}}}",
    "\\begin{{tabular}}{{|c|}} \\hline {} \\\\ \\hline \\end{{tabular}}",
    "\\begin{{minipage}}{{24mm}}\\centering\\hrule\\smallskip {}\\smallskip\\hrule\\end{{minipage}}",
    "\\vbox{{\\hsize=24mm \\hrule\\medskip\\noindent\\hfil {}\\hfil\\medskip\\hrule}}",
    "\\sbox0{{{}}}\\fbox{{\\usebox0}}", "\\setbox0=\\hbox{{{}}}\\fbox{{\\copy0}}",
)  # fmt: skip
"""Frames, bands and rules around a word, as TeX has them without TikZ."""


def stamp(pen: Pen, shade: str) -> str:
    label, turn = text(pen, ("DRAFT", "COPY", "NEW", "OLD", "V2", "REV A", "TODO")), pen.random.choice((0, 0, 8, -8))
    form = pen.random.choice(STAMPS).format(label)
    side, across = pen.random.choice((("east", "15mm"), ("west", "-15mm")))
    options = ", ".join(filter(None, (shade, f"rotate={turn}" if turn else "", "inner sep=0pt")))
    pen.line(f"\\node[{options}] at {corner(f'north {side}', across, '-4mm')} {{{form}}};")
    where = "right" if side == "east" else "left"
    return f"To the upper {where} of the figure '{label}' stands in gray, framed or banded like a stamp."
