"""Convert the last page of a PDF to SVG in units of 1 bp, with poppler's pdfinfo and pdftocairo.

Text becomes outlines of glyphs, so that the document's fonts are not needed; each has the class `glyph`, which
distinguishes letters from lines.

Two problems of `pdftocairo -svg` are avoided by enlarging the page 4 to 64 times and scaling it back in the SVG: cairo
rounds paths to 1/256 of a unit, and pages with fractional sizes are shrunk. A page with soft masks (TikZ's fadings) is
not enlarged, because poppler would misplace the masks.
"""

import html
import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from sgpkit.graphics import compiled
from sgpkit.graphics.compiled import Word
from sgpkit.status import Rejected, Status

LARGEST = 14_400
"""Maximum size of a page in bp according to the PDF format (ISO 32000-1, appendix C.2)."""

# Bash, to be run after drawing.pdf was made. The paper is square because pdftocairo swaps the sides of other pages.
_DRAW = r"""
draw() {  # number, width and height of a page in whole points, and the file to write
  local longer=$(($2 > $3 ? $2 : $3))
  ((longer < 14401)) || return 1
  local times=$((4096 / (longer + 1)))
  times=$((times < 4 ? 4 : times > 64 ? 64 : times))
  local paper=$((times * (longer + 1)))
  convert $1 $4 -expand -paperw $paper -paperh $paper && ! grep -q '<mask ' $4 && return
  echo 'as it is'
  convert $1 $4 -noshrink
}
convert() {  # number of a page, the file to write, and options
  pdftocairo -svg -f $1 -l $1 -nocenter "${@:3}" drawing.pdf $2 2>&1 >/dev/null | grep -o 'Warning: matrix .*' | uniq
  return ${PIPESTATUS[0]}
}
"""
SCRIPT = rf"""{_DRAW}
info=$(pdfinfo -box drawing.pdf 2>/dev/null)
readable=$?
[[ $info =~ Pages:\ +([0-9]+) ]] || {{ echo 'unreadable'; exit 1; }}
pages=${{BASH_REMATCH[1]}}
echo "pages $pages"
if ((pages > 1)); then  # the last on which something is drawn: some programs end with an empty one
  for ((number = pages; number > 0 && number > pages - 4; number--)); do
    pdfseparate -f $number -l $number drawing.pdf last.pdf >/dev/null 2>&1 || {{ echo 'unreadable'; exit 1; }}
    pdftocairo -svg last.pdf last.svg >/dev/null 2>&1
    grep -q -E '<(path|use|image|rect|text)' last.svg && break
  done
  mv last.pdf drawing.pdf
  info=$(pdfinfo -box drawing.pdf 2>/dev/null)
  readable=$?
fi
((readable == 0)) || {{ echo 'unreadable'; exit 1; }}
printf '%s\n' "$info"
[[ $info =~ 'Page size:'\ +([0-9]+)[0-9.]*\ x\ ([0-9]+) ]] || exit 1
draw 1 ${{BASH_REMATCH[1]}} ${{BASH_REMATCH[2]}} drawing.svg
"""
# Draws $pages pages, each into its own file; the file of a page that cannot be drawn is missing.
EACH_SCRIPT = rf"""{_DRAW}
info=$(pdfinfo -box -f 1 -l $pages drawing.pdf 2>/dev/null) || exit 1
printf '%s\n' "$info"
mapfile -t lines <<<"$info"
for line in "${{lines[@]}}"; do
  [[ $line =~ ^'Page '\ *([0-9]+)' size:'\ +([0-9]+)[0-9.]*\ x\ ([0-9]+) ]] || continue
  echo "drawn ${{BASH_REMATCH[1]}}"
  draw ${{BASH_REMATCH[1]}} ${{BASH_REMATCH[2]}} ${{BASH_REMATCH[3]}} ${{BASH_REMATCH[1]}}.svg
done
exit 0
"""
RESULT = "drawing.svg"
_NO_INVERSE = "Warning: matrix not invertible"
PROGRAMS = {"pdfinfo": "poppler-utils", "pdfseparate": "poppler-utils", "pdftocairo": "poppler-utils"}

# Extracts the words of all pages with their boxes; to be put before the script above.
WORDS_SCRIPT = "pdftotext -raw -bbox drawing.pdf drawing.words >/dev/null 2>&1\n"
WORDS = "drawing.words"
WORDS_PROGRAMS = {"pdftotext": "poppler-utils"}

# Patterns of the tools' output, which contains values chosen by the program.
_NUMBER = r"[0-9]{1,30}(?:\.[0-9]{0,30})?"
_SIGNED = rf"-?{_NUMBER}(?:e[-+]?[0-9]{{1,3}})?"
_PAGES = re.compile(r"^pages ([0-9]+)$", re.MULTILINE)
_SIZE = re.compile(
    rf"^Page size: +({_NUMBER}(?:e\+?[0-9]{{1,3}})?) x ({_NUMBER}(?:e\+?[0-9]{{1,3}})?) pts", re.MULTILINE
)
_MEDIA = re.compile(rf"^MediaBox: +(-?{_NUMBER}) +(-?{_NUMBER}) +(-?{_NUMBER}) +(-?{_NUMBER})$", re.MULTILINE)
_AS_IT_IS = re.compile(r"^as it is$", re.MULTILINE)
_ROTATION = re.compile(r"^Page rot: +(90|270)$", re.MULTILINE)
_ROOT = re.compile(rf'<svg [^>]*viewBox="0 0 ({_NUMBER}) {_NUMBER}"[^>]*>')
# A line of zero width is the thinnest that a device can draw; pdftocairo writes 0.12 of its enlarged unit.
_HAIRLINE = re.compile(rf"stroke-width:({_NUMBER});([^>]*?) transform=\"matrix\(({_SIGNED}),({_SIGNED}),")
_THIN = 0.1201
_GLYPH = re.compile(r'(<(?:symbol|g) [^>]*id="glyph[^>]*>\s*<path )')
_WORD = re.compile(
    rf'<word xMin="(-?{_NUMBER})" yMin="(-?{_NUMBER})" xMax="(-?{_NUMBER})" yMax="(-?{_NUMBER})">([^<\n]*)</word>'
)


class Page(NamedTuple):
    """The last page of a document, with sizes in bp, and the number of pages."""

    body: str
    """The SVG elements of the page, y down, with the upper left corner at the origin."""
    width: float
    height: float
    pages: int


def read(info: str, files: Mapping[str, bytes]) -> Page:
    """Return the page from the script's output and the file that it wrote. Raises Rejected if there is no page or it is
    too large."""
    size, pages = _SIZE.search(info), _PAGES.search(info)
    if size is None or pages is None:
        raise Rejected(Status.COMPILE_ERROR, "its output is not a PDF with pages")
    width, height = float(size[1]), float(size[2])
    media = _MEDIA.search(info)
    if media is not None:  # rounded to 1/100, so used only if the page is cropped, which pdftocairo ignores
        whole = float(media[3]) - float(media[1]), float(media[4]) - float(media[2])
        if max(abs(whole[0] - width), abs(whole[1] - height)) > 0.02:
            width, height = whole
    if max(width, height) > LARGEST:
        raise Rejected(Status.TOO_LARGE, f"a page of {width:g} × {height:g} bp; at most {LARGEST:,} are drawn")
    if min(width, height) <= 0:
        raise Rejected(Status.COMPILE_ERROR, f"an empty page of {width:g} × {height:g} bp")
    if _ROTATION.search(info):
        width, height = height, width
    if _NO_INVERSE in info:  # poppler draws as if there were no such transform, others draw nothing
        raise Rejected(Status.UNSUPPORTED, "a transform without an inverse, such as a scale of 0, is not supported")
    code = compiled.decode_svg(files.get(RESULT, b""), "pdftocairo")
    root = _ROOT.search(code)
    end = code.rfind("</svg>")
    if root is None or end < 0:
        raise Rejected(Status.COMPILE_ERROR, "pdftocairo: the page cannot be drawn")
    drawn = float(root[1])
    if not drawn:
        raise Rejected(Status.COMPILE_ERROR, "pdftocairo: a page without width")
    scale = 1.0 if _AS_IT_IS.search(info) else max(math.ceil(width), math.ceil(height)) / drawn
    body = _GLYPH.sub(r'\1class="glyph" ', code[root.end() : end]).strip()
    body = _HAIRLINE.sub(lambda stroke: _visible(stroke, 1 / scale), body)
    return Page(f'<g transform="scale({scale:.10g})">\n{body}\n</g>', width, height, int(pages[1]))


def read_each(info: str, files: Mapping[str, bytes], pages: int) -> list[tuple[Page, tuple[Word, ...]] | None]:
    """Return the first `pages` pages drawn by `EACH_SCRIPT`, with their words, or None for those to be drawn alone."""
    sizes, *drawn = re.split(r"^drawn ([0-9]+)$", info, flags=re.MULTILINE)
    remarks = dict(zip(drawn[::2], drawn[1::2], strict=True))
    words = files.get(WORDS, b"").decode(errors="replace").split("<page ")[1:]
    results: list[tuple[Page, tuple[Word, ...]] | None] = []
    for number in range(1, pages + 1):
        lines = re.findall(rf"^Page +{number} (.*)$", sizes, re.MULTILINE)
        page_info = "\n".join(["pages 1", *(line if line[:1].isupper() else f"Page {line}" for line in lines)])
        try:
            page = read(f"{page_info}{remarks.get(str(number), '')}", {RESULT: files.get(f"{number}.svg", b"")})
        except Rejected:
            results.append(None)
        else:
            results.append((page, _words(words[number - 1])) if len(words) >= pages else None)
    return results


def words(files: Mapping[str, bytes]) -> tuple[Word, ...]:
    """Return the words of the last page, or () if poppler could not read them."""
    return _words(files.get(WORDS, b"").decode(errors="replace").rpartition("<page ")[2])


def _words(text: str) -> tuple[Word, ...]:
    return tuple(Word(html.unescape(match[5]), *map(float, match.groups()[:4])) for match in _WORD.finditer(text))


def _visible(stroke: re.Match[str], times: float) -> str:
    width = float(stroke[1])
    if width * math.hypot(float(stroke[3]), float(stroke[4])) > _THIN:
        return stroke[0]
    return stroke[0].replace(f"stroke-width:{stroke[1]};", f"stroke-width:{times * width:g};", 1)


def svg(
    page: Page, left: float = 0.0, top: float = 0.0, width: float | None = None, height: float | None = None
) -> str:
    """Return the page as a document, or a section of it with the upper left corner (left, top)."""
    width, height = page.width if width is None else width, page.height if height is None else height
    body = page.body
    if left or top:
        body = f'<g transform="translate({-left:.6g} {-top:.6g})">\n{body}\n</g>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{width:.6g}" height="{height:.6g}" viewBox="0 0 {width:.6g} {height:.6g}">\n{body}\n</svg>\n'
    )
