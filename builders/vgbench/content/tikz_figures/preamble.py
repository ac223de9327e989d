"""Lines of real documents' preambles beyond what one figure needs: colors, styles and macros of the whole paper.

All of it compiles and none of it draws. The more there is, the longer the program: long published programs owe much of
their length to it.
"""

import random

COLORS = (
    "\\definecolor{papergray}{RGB}{236,236,236}",
    "\\definecolor{accent}{HTML}{1F77B4}",
    "\\definecolor{accentdark}{HTML}{0B3C5D}",
    "\\definecolor{highlight}{rgb}{0.95,0.85,0.30}",
    "\\definecolor{softgreen}{HTML}{A8D5A2}",
    "\\definecolor{warning}{RGB}{217,83,25}",
    "\\colorlet{muted}{black!55}",
    "\\colorlet{frame}{accent!60!black}",
)
STYLES = (
    "every picture/.append style={line join=round}",
    "label text/.style={font=\\small, inner sep=2pt}",
    "tiny label/.style={font=\\scriptsize, text=black!70}",
    "help grid/.style={very thin, gray!40, step=0.5cm}",
    "emphasis/.style={very thick, draw=red!80!black}",
    "ghost/.style={dashed, draw=black!40, fill=none}",
    "box/.style={draw, rectangle, rounded corners=2pt, minimum width=1.6cm, minimum height=0.8cm, align=center}",
    "dot/.style={circle, fill, inner sep=1.2pt, outer sep=0pt}",
    "flow/.style={->, thick, shorten >=1pt, shorten <=1pt}",
    "caption text/.style={font=\\footnotesize\\itshape, text width=4cm, align=center}",
    "axis line/.style={->, semithick, black!80}",
    "brace text/.style={midway, font=\\footnotesize, yshift=6pt}",
)
MACROS = (
    "\\newcommand{\\R}{\\mathbb{R}}",
    "\\newcommand{\\N}{\\mathbb{N}}",
    "\\newcommand{\\vect}[1]{\\mathbf{#1}}",
    "\\newcommand{\\abs}[1]{\\left|#1\\right|}",
    "\\newcommand{\\norm}[1]{\\left\\lVert#1\\right\\rVert}",
    "\\newcommand{\\code}[1]{\\texttt{\\small #1}}",
    "\\newcommand{\\unit}[1]{\\,\\mathrm{#1}}",
    "\\newlength{\\boxwidth}\n\\setlength{\\boxwidth}{2.4cm}",
    "\\newlength{\\gap}\n\\setlength{\\gap}{6mm}",
    "\\pgfdeclarelayer{background}\n\\pgfdeclarelayer{foreground}\n\\pgfsetlayers{background,main,foreground}",
    "% mark a point and put its name beside it\n\\newcommand{\\namedpoint}[3][above right]{%\n"
    "  \\fill (#2) circle (1.5pt) node[#1] {$#3$};%\n}",
    "% a small right angle at the second point\n\\newcommand{\\squareangle}[4][2mm]{%\n"
    "  \\draw ($(#3)!#1!(#2)$) -- ($(#3)!#1!(#2)!#1!90:(#2)$) -- ($(#3)!#1!(#4)$);%\n}",
    "% dimension line with text in the middle\n\\newcommand{\\dimension}[3]{%\n"
    "  \\draw[|<->|, thin] (#1) -- (#2) node[midway, fill=white, font=\\footnotesize] {#3};%\n}",
)
GENERAL = (
    "\\pagestyle{empty}",
    "\\setlength{\\parindent}{0pt}",
    "\\renewcommand{\\familydefault}{\\sfdefault}",
    "\\newcounter{piece}\n\\setcounter{piece}{0}\n\\newcommand{\\nextpiece}{\\stepcounter{piece}\\thepiece}",
    "\\newif\\ifdraft\n\\draftfalse",
    "\\providecommand{\\scalefactor}{1}",
    "\\pgfmathdeclarefunction{square}{1}{\\pgfmathparse{(#1)*(#1)}}",
    "\\pgfmathsetseed{7}",
    "\\tikzset{>=latex}",
    "\\pgfkeys{/paper/.is family, /paper/wide/.initial=12cm}",
    "\\makeatletter\n\\newcommand{\\ifempty}[1]{\\def\\@given{#1}\\ifx\\@given\\@empty}\n\\makeatother",
    "\\newsavebox{\\mybox}",
    "\\let\\oldvec\\vec\n\\renewcommand{\\vec}[1]{\\oldvec{#1}}",
    "\\linespread{1.1}",
    "\\newdimen\\margin\n\\margin=4mm\\relax",
    "\\newcommand*{\\high}[1]{\\textsuperscript{#1}}",
    "\\newcommand{\\half}{\\frac{1}{2}}",
    "\\newcommand{\\set}[1]{\\left\\{#1\\right\\}}",
    "\\newcommand{\\grad}{\\nabla}",
    "\\newcommand{\\todo}[1]{\\marginpar{\\raggedright\\footnotesize #1}}",
    "\\newenvironment{panel}{\\begin{center}}{\\end{center}}",
    "\\pgfdeclarehorizontalshading{fade}{2cm}{color(0cm)=(white); color(2cm)=(gray)}",
    "\\def\\twopi{6.2832}",
    "\\newcommand{\\eps}{\\varepsilon}",
    "\\newcommand{\\inner}[2]{\\langle #1, #2 \\rangle}",
    "\\newcommand{\\given}{\\,\\middle|\\,}",
    "\\newcommand{\\diff}{\\mathop{}\\!\\mathrm{d}}",
    "\\newcommand{\\loss}{\\mathcal{L}}",
    "\\newcommand{\\ditto}{\\textquotedbl}",
    "\\newcommand{\\tick}{\\ensuremath{\\surd}}",
    "\\newcommand{\\defeq}{\\mathrel{:=}}",
    "\\newcommand{\\estimate}[1]{\\hat{#1}}",
    "\\newcommand{\\mean}[1]{\\bar{#1}}",
    "\\newcommand{\\bigsum}{\\displaystyle\\sum\\limits}",
)
"""Settings and shorthands of documents of any sort."""

REMARKS = (
    "% figure for the lecture notes, chapter {}",
    "% version {}: sizes adapted to the column width",
    "% compile with pdflatex; figure {} of the paper",
    "% Figure {}",
)
HEADERS = (
    (
        "% ---------------------------------------------------------------------------",
        "% This file is one of a series; all of them load the same definitions.",
        "%   - colors:  soft for areas, strong for lines",
        "%   - styles:  one for each sort of node, see below",
        "%   - macros:  for what comes up more than twice",
        "% Change the definitions in all files or in none.",
        "% ---------------------------------------------------------------------------",
    ),
    (
        "%% Notes",
        "%%  * sizes are in centimeters unless a unit is given",
        "%%  * the picture is cropped by the class, so that it can be included as it is",
        "%%  * fonts are those of the text; for slides add \\sffamily to the picture",
        "%%  * lines are 0.4pt, those that matter 0.8pt",
        "%%  * printed in black and white all areas can still be distinguished",
    ),
)
NEEDLESS = (
    "% line width and fonts as in the other figures",
    "% colors of the corporate design",
    "% styles that all figures share",
    "% shorthands",
)


def lines(generator: random.Random, amount: int) -> list[str]:
    """Return optional lines of a preamble; `amount` runs from 0 (none) to 5 (2,500 characters)."""
    if amount <= 0:
        return []
    written = [generator.choice(REMARKS).format(generator.randint(1, 12))]
    if amount > 3:
        written += generator.choice(HEADERS)
    styles = generator.sample(STYLES, min(len(STYLES), 3 * amount - 2 + generator.randint(0, 1)))
    macros = generator.sample(MACROS, min(len(MACROS), 3 * amount - 3))
    colors = COLORS[: min(len(COLORS), 2 * amount)]
    if generator.random() < 0.5:
        written.append(generator.choice(NEEDLESS))
    written += colors
    written += ["\\tikzset{", *(f"  {style}," for style in styles), "}"]
    general = generator.sample(GENERAL, min(len(GENERAL), 2 * amount - 1))
    return written + macros + general
