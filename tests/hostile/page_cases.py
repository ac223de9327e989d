"""Hostile programs in the page languages: TikZ, EPS and Graphviz."""

from tests.hostile.case import case

UNSAFE, LARGE, NOTHING, FAILS, LATE, DRAWN = "unsafe", "too_large", "no_answer", "compile_error", "timeout", "ok"


def tikz(body: str, preamble: str = "") -> str:
    """Return a drawing with a line, followed by the attempt."""
    head = f"\\documentclass[tikz]{{standalone}}{preamble}\\begin{{document}}\\begin{{tikzpicture}}"
    return f"{head}\\draw (0,0) -- (1,1);{body}\\end{{tikzpicture}}\\end{{document}}"


def eps(body: str, box: str = "0 0 64 64") -> str:
    return f"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: {box}\n0 0 9 9 rectfill {body}\nshowpage\n"


TIKZ = (
    case("input", tikz(r"\input{CANARY}"), UNSAFE, "reads a file"),
    case("input in disguise", tikz(r"\csname input\endcsname CANARY\relax"), FAILS, "the same"),
    case("input of a pipe", tikz(r'\input{|"curl 127.0.0.1:PORT"}'), UNSAFE, "starts a program"),
    case("pipe in disguise", tikz(r'\csname @@input\endcsname |"touch FOLDER/made" '), FAILS, "the same"),
    case("openin", tikz(r"\newread\r\openin\r=CANARY \read\r to\x\node{\x};"), UNSAFE, "reads a file"),
    case(
        "openin in disguise",
        tikz(r"\newread\r\csname openin\endcsname\r=CANARY \ifeof\r\errmessage{nothing}\fi\read\r to\x\node{\x};"),
        FAILS,
        "the same",
    ),
    case("pdffiledump", tikz(r"\node{\pdffiledump offset 0 length 9{CANARY}};"), UNSAFE, "reads a file"),
    case("pdfobj", tikz(r"\immediate\pdfobj stream file {CANARY}"), UNSAFE, "reads even with openin_any=p"),
    case("pdfobj in disguise", tikz(r"\immediate\csname pdfobj\endcsname stream file {CANARY}"), FAILS, "the same"),
    case("a picture", tikz(r"\node{\includegraphics{FOLDER/canary.png}};"), UNSAFE, "reads a file"),
    case(
        "a listing",
        tikz("", r"\usepackage{verbatim}").replace("\\draw", r"\verbatiminput{CANARY}\draw"),
        UNSAFE,
        "reads",
    ),
    case("a package above", tikz("", r"\usepackage{../../CANARY}"), UNSAFE, "reads a file"),
    case("openout", tikz(r"\newwrite\w\immediate\openout\w=FOLDER/made.txt"), UNSAFE, "writes a file"),
    case(
        "openout above", tikz(r"\newwrite\w\immediate\csname openout\endcsname\w=../../m.txt"), FAILS, "writes a file"
    ),
    case("write18", tikz(r"\immediate\write18{touch FOLDER/made; curl 127.0.0.1:PORT}"), UNSAFE, "starts a program"),
    case(
        "write18 in disguise",
        tikz(r"\count0=18 \immediate\write\count0{touch FOLDER/made}"),
        f"{DRAWN} {UNSAFE} {FAILS}",
        "starts a program",
    ),
    case("lua", tikz(r"\directlua{os.execute('touch FOLDER/made')}"), UNSAFE, "starts a program"),
    case("recursion", tikz(r"\def\x{\x}\x"), LATE, "never ends"),
    case("growth", tikz(r"\def\x{\x\x}\x"), FAILS, "fills TeX's memory"),
    case("pages", tikz(r"\end{tikzpicture}\loop\hbox{a}\newpage\iftrue\repeat"), f"{LATE} {LARGE}", "fills the disk"),
    case("messages", tikz(r"\loop\message{xxxxxxxxxxxxxxxx}\iftrue\repeat"), f"{LATE} {LARGE}", "fills the log"),
    case(
        "foreach to 10⁹",
        tikz(r"\foreach \i in {1,...,1000000000}{\draw (0,0) -- (1,1);}"),
        f"{LATE} {FAILS}",
        "never ends",
    ),
    case(
        "a fine grid",
        tikz(r"\begin{axis}\addplot3[surf,samples=500]{x*y};\end{axis}", r"\usepackage{pgfplots}"),
        f"{LATE} {LARGE} {FAILS}",
        "250,000 patches: minutes of TeX, under a budget for each attempt",
    ),
    case("batch mode", tikz(r"\batchmode\foo"), FAILS, "hides its error"),
    case("early end", tikz(r"\end{tikzpicture}\end{document}\foo"), DRAWN, "hides what follows"),
    case("two pages", tikz(r"\end{tikzpicture}\begin{tikzpicture}\draw (0,0) circle (1);"), DRAWN, "hides a drawing"),
    case("a large page", tikz(r"\draw (0,0) -- (16000pt,16000pt);"), LARGE, "a page of six metres"),
    case(
        "special",
        tikz(r"\special{pdf:content CANARY}\special{ps:(CANARY) run}"),
        f"{DRAWN} {FAILS}",
        "speaks to a driver",
    ),
    case(
        "a script link",
        tikz(r"\node{\href{javascript:alert(1)}{a}};", r"\usepackage{hyperref}"),
        f"{DRAWN} {FAILS}",
        "runs in a page",
    ),
    case("changed letters", tikz(r"\catcode`\~=0 ~input{CANARY}"), FAILS, "spells a command otherwise"),
    case("NUL", tikz("\0"), "parse_error", "ends a text early in C"),
    case("a lone surrogate", tikz("\ud800"), "parse_error", "cannot be written as UTF-8"),
    case("empty", "", NOTHING, "has no drawing"),
    case("prose", "I would rather not.", f"{NOTHING} refused {FAILS}", "has no drawing"),
)

EPS = (
    case("read", eps("(CANARY) (r) file 99 string readline pop show"), UNSAFE, "reads a file"),
    case("read in disguise", eps("(CANARY) (r) /file cvx exec"), f"{UNSAFE} {FAILS}", "the same"),
    case("run", eps("(CANARY) run"), UNSAFE, "reads a file"),
    case("library", eps("(CANARY) .runlibfile"), f"{UNSAFE} {FAILS}", "reads a file"),
    case("write", eps("(FOLDER/made.txt) (w) file (x) writestring"), UNSAFE, "writes a file"),
    case(
        "write in disguise",
        eps("(FOLDER/made.txt) (w) /file cvx exec (x) writestring"),
        f"{UNSAFE} {FAILS}",
        "the same",
    ),
    case(
        "write to /tmp",
        eps("(/tmp/made.txt) (w) /file cvx exec (x) writestring"),
        f"{DRAWN} {UNSAFE}",
        "open under -dSAFER",
    ),
    case("delete", eps("(CANARY) deletefile"), UNSAFE, "deletes a file"),
    case("rename", eps("(CANARY) (FOLDER/x) renamefile"), UNSAFE, "renames a file"),
    case("list", eps("(FOLDER/*) {=} 99 string filenameforall"), UNSAFE, "lists a folder"),
    case("a temporary file", eps("(FOLDER/x) (w) .tempfile"), f"{UNSAFE} {FAILS}", "writes a file"),
    case("pipe", eps("(%pipe%curl 127.0.0.1:PORT) (r) file"), UNSAFE, "starts a program"),
    case(
        "pipe in disguise",
        eps("/s (XpipeXtouch FOLDER/made.txt) def s 0 37 put s 5 37 put s (w) /file cvx exec"),
        UNSAFE,
        "the same",
    ),
    case("an output file", eps("<< /OutputFile (FOLDER/x.pdf) >> setpagedevice"), UNSAFE, "writes a file"),
    case(
        "another device",
        eps("<< /OutputDevice /png16m >> setpagedevice"),
        f"{FAILS} {UNSAFE} {DRAWN}",
        "writes otherwise",
    ),
    case("the environment", eps("(HF_TOKEN) getenv {show} {} ifelse"), f"{DRAWN} {FAILS}", "reads tokens"),
    case("loop", eps("{} loop"), LATE, "never ends"),
    case("pages", eps("{showpage} loop"), f"{LATE} {LARGE}", "fills the disk"),
    case("words", eps("{(xxxxxxxxxxxxxxxxxxxxxx) print} loop"), f"{LATE} {LARGE}", "fills the log"),
    case("memory", eps("[ {65535 string} loop"), f"{LATE} {LARGE} {FAILS}", "fills the memory"),
    case("stack", eps("{1} loop"), FAILS, "fills the stack"),
    case("recursion", eps("/f {f f} def f"), f"{FAILS} {LATE}", "the same"),
    case("a large box", eps("", "0 0 200000 200000"), LARGE, "a page of 70 m"),
    case("a large page", eps("<< /PageSize [200000 200000] >> setpagedevice"), f"{DRAWN} {FAILS} {LARGE}", "the same"),
    case("quit", eps("quit"), f"{DRAWN} {FAILS}", "ends before it draws"),
    case("not PostScript", "Here it is", f"{NOTHING} {FAILS}", "has no drawing"),
    case("NUL", eps("\0"), "parse_error", "ends a text early in C"),
    case("empty", "", NOTHING, "has no drawing"),
)

ORTHO = " ".join(f"{n % 97} -> {(7 * n + n // 97) % 97};" for n in range(4000))
HTML = "graph {{ a [label=<<TABLE{}><TR><TD>{}</TD></TR></TABLE>>] }}"

GRAPHVIZ = (
    case("image", 'graph { a [image="CANARY"] }', UNSAFE, "reads a file"),
    case("image in parts", 'graph { a ["im" + "age"="CANARY"] }', UNSAFE, "the same"),
    case("HTML picture", HTML.format("", '<img SRC="CANARY"/>'), UNSAFE, "reads a file"),
    case("shape file", 'graph { a [shapefile="CANARY"] }', UNSAFE, "reads a file"),
    case("font path", 'graph { fontpath="FOLDER"; a }', UNSAFE, "reads a folder"),
    case("image path", 'graph { imagepath="FOLDER"; a [image=canary] }', UNSAFE, "reads a folder"),
    case("style sheet", 'graph { stylesheet="http://127.0.0.1:PORT/a.css"; a }', UNSAFE, "calls"),
    case("script link", 'graph { a [URL="javascript:alert(1)"] }', UNSAFE, "runs in a page"),
    case("script broken up", 'graph { a [URL=" java\\\nscript:alert(1)"] }', UNSAFE, "the same"),
    case("script in HTML", HTML.format(" HREF='javascript:x'", "1"), UNSAFE, "the same"),
    case("sides", "graph { a [shape=polygon sides=2000000000] }", LARGE, "crashes Graphviz"),
    case("peripheries", "graph { node [peripheries=2e9] a }", LARGE, "the same"),
    case("width", "graph { a [width=1e5] }", LARGE, "a node of 2.5 km"),
    case("infinite width", 'graph { a [width="inf"] }', LARGE, "the same"),
    case("dpi", "graph { graph [dpi=1e5]; a }", LARGE, "the same"),
    case("orthogonal", "digraph { splines=ortho; " + ORTHO + "}", LATE, "takes hours"),
    case(
        "deep",
        lambda: "graph {" + "subgraph cluster {" * 20000 + "}" * 20001,
        f"{FAILS} {LATE} {LARGE}",
        "overflows the stack",
    ),
    case(
        "many nodes",
        lambda: "graph {" + ";".join(f"n{n} -- n{n * 7 % 9000}" for n in range(9000)) + "}",
        f"{LATE} {LARGE}",
        "takes hours",
    ),
    case("unclosed HTML", lambda: "graph { a [label=" + "<" * 100_000, FAILS, "is read in quadratic time"),
    case("unclosed string", lambda: 'graph { a [label="' + "\\" * 100_001, FAILS, "the same"),
    case("two graphs", 'graph { a } graph { b [URL="javascript:1"] }', f"{DRAWN} {UNSAFE}", "hides the second"),
    case("control character", 'graph { a [label="\x01"] }', "parse_error", "makes XML that is none"),
    case("NUL", "graph { \0 }", "parse_error", "ends a text early in C"),
    case("no graph", "# nothing", f"{FAILS} {NOTHING}", "has no drawing"),
    case("empty", "", NOTHING, "has no drawing"),
)
