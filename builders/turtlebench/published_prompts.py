"""The prompts in TurtleBench's `prompts.py` as texts of ours, for the setting `turtle`.

Layout as of github.com/sinaris76/TurtleBench at 1d591869797f6fbd4698f224a7e7d298546534a5.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sgpkit.benchmark.sources import python_texts
from sgpkit.errors import UserError

FILE = "prompts.py"
SCRATCH = {"image": "image_only", "text": "text_only", "image+text": "image+text"}
TWEAK = {
    "image+text": ("code_generation", "image+text"),
    "code+image+text": ("code_edit", "image+text"),
    "code+image+target": ("code_edit", "image+image"),
}
"""By mode, the keys of the authors' prompts."""


def scratch(repository: Path, mode: str, setting: str) -> Mapping[str, str]:
    """Return the texts for figures to draw."""
    return texts(repository, "scratch", mode, setting, (SCRATCH[mode],))


def tweak(repository: Path, mode: str, setting: str) -> Mapping[str, str]:
    """Return the texts for figures to change."""
    return texts(repository, "tweak", mode, setting, TWEAK[mode])


def texts(repository: Path, task: str, mode: str, setting: str, keys: tuple[str, ...]) -> Mapping[str, str]:
    """Return the texts for a task in a mode; our program of a figure begins with the library and the lengths. Raises
    UserError if the file is not the authors'."""
    if setting != "turtle":
        raise UserError(f"{FILE} has no prompts for the setting {setting!r}, only for 'turtle'")
    held = python_texts.read(repository / FILE)
    try:
        system = {
            ours: at(held["system_prompts"][theirs], (task, *keys))
            for ours, theirs in (("v-cot", "cot"), ("basic",) * 2)
        }
        request = at(held["user_prompts"], (task, *keys))
        library, final = held["library_loading"], held["user_prompt_final_piece"]
    except (KeyError, TypeError):
        raise UserError(f"{repository / FILE} has other texts; expected TurtleBench's repository") from None
    asked = request.replace(f"{library}\n{{variables}}\n{{code}}", "{code}").replace("{query}", "{instruction}")
    name = f"{task}-{mode}"
    own = {name: "", "given-code": asked} if "code" in mode.split("+") else {name: asked}
    return system | own | {"start": final.replace(f"{library}\n{{variables}}", "{start}")}


def at(held: Any, keys: tuple[str, ...]) -> Any:
    """Return the value at some keys of nested dictionaries."""
    for key in keys:
        held = held[key]
    return held
