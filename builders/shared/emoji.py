"""Emoji, flags and pictograms drawn by people, as named drawings: the npm packages of four sets, or a folder with sets.

    --source emoji            the packages, by version and hash, with `npm pack`; they are kept in the user's cache
    --source emoji=FOLDER     a folder with Iconify sets: unpacked packages, or any others

The sets are older than any model of today, which may have seen them. Left out are variants of one drawing (skin tones,
men and women), letters, digits and signs, whose name is the answer, and faces, whose names are not agreed on.
"""

import base64
import hashlib
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from sgpkit import user_cache
from sgpkit.benchmark import Skipped
from sgpkit.benchmark.sources import program_files, svg_annotations
from sgpkit.errors import UserError, first_line

from . import icon_sets

SOURCE = "emoji"
PUBLIC, FRESH = "public", "fresh"
"""Values of the column `contamination`: a drawing was public before today's models were made, or was made with the
row; "" if unknown."""

PUBLIC_SOURCES = (SOURCE, "iconify", "fontawesome", "tabler", "sgp-bench", "vgbench", "svgeditbench", "svgenius")
"""Values of the column `source` of rows about published drawings."""


class Package(NamedTuple):
    """A package of npm; `integrity` is the SHA-512 of its archive in base64."""

    name: str
    version: str
    integrity: str


PACKAGES = (
    Package(
        "@iconify-json/fluent-emoji-flat",
        "1.2.6",
        "RY47RgPb47fYUiyrA64sIOL0+UU02s29sXpNBbIQRBUlPlfNFTKUmZDERGuxDs/7yNGWqQYvuaSYM1M4fRXlUw==",
    ),
    Package(
        "@iconify-json/noto",
        "1.2.9",
        "DQiuXENbun41ch+XPSV55H9FaWKpHTyz46YIKtSaKYD4fIDDzL1tR6H4np/T38jfrTAeI3rcKF0mqHYeZVAuaw==",
    ),
    Package(
        "@iconify-json/circle-flags",
        "1.2.11",
        "vrx2btOkTQ4/P75ElEDnjXShmNTwInXuhhpIQQ6U6YUTdxfWyvm/4ijNG8FX8iWFr+sqqQRCvXpm2RfRtjVXfg==",
    ),
    Package(
        "@carbon/pictograms",
        "12.82.0",
        "H3FKwJ1S9N5oKSn3NYQOOoh2mVNuT5u2oWHSHAdUKbzAI6YYlI24v83dw0IP2/NA+AoyTglgMggBH8zQ2HAO+A==",
    ),
)
FILES = ("icons.json", "info.json", "metadata.json")
"""The files of a package that are read. The pictograms have no icons.json; theirs is made of metadata.json."""

CONCRETE = (
    *("Building structure", "Electronics", "Home", "Life Science", "Lifestyle", "Manufacturing", "Retail", "Sports"),
    "Transportation",
)
"""Categories of pictograms that show things. Others represent ideas and products, or differ little, like weather."""

MAX_BYTES = 64_000_000
TIMEOUT = 600
FLAGS = "Flags"
UNNAMED = ("Symbols", FLAGS, "Smileys & Emotion")
"""Categories of drawings that are not asked for their names."""

VARIANTS = re.compile(
    r"-(?:light|medium|dark)(?:-skin-tone)?$|-(?:medium-light|medium-dark)$|tone[1-5]|skin|"
    r"\b(?:man|woman|men|women|male|female|boy|girl|person|people|couple|family|kiss)\b"
)
SIGNS = re.compile(r"\b(?:keycap|button|letter|oclock|thirty|\d+|1st|2nd|3rd|sign|input|[a-z])\b")


_ID = re.compile(r'\s+id="([^"]*)"')

CAPITALS = frozenset(
    (
        "americas",
        "europe",
        "africa",
        "asia",
        "australia",
        "japan",
        "japanese",
        "vulcan",
        "mrs",
        "claus",
        "santa",
        "tanabata",
    )
)
"""Words of names that have a capital."""


class Emoji(NamedTuple):
    """A drawing with its name in words, "" if the name is not a word, and the category that its set lists it under."""

    identifier: str
    name: str
    category: str
    license: str
    program: str

    @property
    def code(self) -> str:
        """Return the program without its metadata. Raises ValueError if it cannot be read, or contains its name."""
        return svg_annotations.without_annotations(self.program, self.name or self.identifier)


def drawings(path: str) -> Iterator[Emoji | Skipped]:
    """Yield the drawings of the packages, or of the sets in a folder."""
    folders = [Path(path)] if path else [fetched(package) for package in PACKAGES]
    files = [file for folder in folders for file in icon_sets.candidates(folder) if icon_sets.looks_like_a_set(file)]
    if not files:
        raise UserError(f"{path}: expected a folder with Iconify sets (icons.json with 'prefix' and 'icons')")
    for file in files:
        yield from of_set(file)


def of_set(file: Path) -> Iterator[Emoji | Skipped]:
    """Yield the drawings of a set."""
    icons = icon_sets.icon_set(file)
    if isinstance(icons, Skipped):
        yield icons
        return
    prefix, license, categories = icons["prefix"], icon_sets.licence(file, icons), icon_sets.categories(file, icons)
    for key in icons["icons"]:
        category = categories.get(key, FLAGS if FLAGS.lower() in prefix else "")
        if not category or VARIANTS.search(key) or (category != FLAGS and SIGNS.search(key)):
            continue
        try:
            program = icon_sets.program(icons, key)
        except ValueError as error:
            yield Skipped(f"{prefix}:{key}", str(error))
        else:
            yield Emoji(f"{prefix}-{key}", "" if category in UNNAMED else in_words(key), category, license, program)


def in_words(key: str) -> str:
    """Return the name of a drawing in words."""
    words = program_files.in_words(key).lower().split()
    return " ".join(word.capitalize() if word in CAPITALS else word for word in words)


# --- packages ---------------------------------------------------------------------------------------------------------


def fetched(package: Package) -> Path:
    """Return the folder with a package's files, which is in the user's cache after the first time."""
    folder = user_cache.folder() / "packages" / f"{package.name.rpartition('/')[2]}-{package.version}"
    if not (folder / FILES[0]).is_file():
        with tempfile.TemporaryDirectory() as there:
            unpack(packed(package, Path(there)), package, folder)
    return folder


def packed(package: Package, folder: Path) -> Path:
    """Return the archive that npm puts into a folder."""
    npm = shutil.which("npm")
    if npm is None:
        raise UserError(
            f"npm is not installed, which would get {package.name}\n"
            f"install it, or name a folder with the unpacked packages: --source {SOURCE}=FOLDER"
        )
    wanted = f"{package.name}@{package.version}"
    command = [npm, "pack", wanted, "--ignore-scripts", "--silent", "--pack-destination", str(folder)]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        raise UserError(f"npm pack {wanted} took longer than {TIMEOUT} seconds") from None
    archives = list(folder.glob("*.tgz"))
    if done.returncode or len(archives) != 1:
        raise UserError(f"npm pack {wanted} failed: {first_line(done.stderr or done.stdout)}")
    return archives[0]


def unpack(archive: Path, package: Package, folder: Path) -> None:
    """Write those files of a package that are read into a folder. UserError if it is another package."""
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if digest != package.integrity:
        raise UserError(
            f"{package.name}@{package.version}: expected an archive with SHA-512 {package.integrity}, got {digest}"
        )
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as opened:
        contents = {name: member_of(opened, name) for name in (*FILES, "package.json")}
    if not contents[FILES[0]]:
        contents[FILES[0]] = json.dumps(pictograms(package, contents)).encode()
        contents["metadata.json"] = b""
    for name in reversed(FILES):  # the first is looked for, so it comes last
        if contents[name]:
            (folder / name).write_bytes(contents[name])


def member_of(archive: tarfile.TarFile, name: str) -> bytes:
    """Return a file of a package, empty if the package does not have it."""
    try:
        member = archive.extractfile(f"package/{name}")
    except KeyError:
        return b""
    return b"" if member is None else member.read(MAX_BYTES)


def pictograms(package: Package, contents: Mapping[str, bytes]) -> dict[str, object]:
    """Return the Iconify set of a package that lists its drawings in metadata.json, as Carbon's do."""
    listed = json.loads(contents["metadata.json"])
    categories = {group["name"]: group["members"] for group in listed["categories"] if group["name"] in CONCRETE}
    wanted = {name for members in categories.values() for name in members}
    return {
        "prefix": package.name.strip("@").replace("/", "-"),
        "width": 32,
        "height": 32,
        "icons": {
            icon["name"]: {"body": inside(icon["assets"][0]["source"])}
            for icon in listed["icons"]
            if icon["name"] in wanted and icon["assets"]
        },
        "categories": categories,
        "info": {"license": {"spdx": json.loads(contents["package.json"]).get("license", "unknown")}},
    }


def inside(program: str) -> str:
    """Return what stands inside the <svg> element of a program, without ids that nothing refers to: they are names."""
    body = program[program.index(">", program.index("<svg")) + 1 : program.rindex("</svg>")].strip()
    return _ID.sub(lambda match: match[0] if f"#{match[1]}" in body else "", body)


def contamination(source: str) -> str:
    """Return the value of the column `contamination` for the rows of a source."""
    if source == "builtin":
        return FRESH
    return PUBLIC if source in PUBLIC_SOURCES else ""
