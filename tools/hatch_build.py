"""Put the folders of content, which are at the root of a checkout, into the package of a wheel.

An editable install copies nothing: `sgpkit.content` finds the folders of the checkout.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CONTENT = {
    "builders": "sgpkit/families",
    "evaluate_metrics": "sgpkit/evaluate_metrics",
    "hub_cards": "sgpkit/hub_cards",
    "submit": "sgpkit/submit",
}


class ContentHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        for folder, target in CONTENT.items():
            root = Path(self.root, folder)
            for path in sorted(root.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    build_data["force_include"][str(path)] = f"{target}/{path.relative_to(root).as_posix()}"
