"""`python -m sgpkit.training.recipes.grpo RECIPE.toml --out FOLDER`: see README.md in this folder."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from sgpkit.errors import UserError

from . import settings as recipe


def main(arguments: Sequence[str] | None = None) -> int:
    """Train by a recipe's file and return the exit code: 2 for errors that the user can fix, 130 when interrupted."""
    parser = argparse.ArgumentParser(prog="python -m sgpkit.training.recipes.grpo", description=__doc__)
    parser.add_argument("recipe", type=Path, metavar="RECIPE.toml")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change one setting")
    parser.add_argument("--resume", action="store_true", help="resume from the last checkpoint in --out")
    options = parser.parse_args(arguments)
    try:
        read = recipe.read(options.recipe, options.set)
        from . import training

        record = training.train(read, options.out, options.resume)
    except UserError as error:
        print(f"sgpkit.training.recipes.grpo: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(
            "sgpkit.training.recipes.grpo: interrupted; use --resume to continue from the last checkpoint",
            file=sys.stderr,
        )
        return 130
    first, last = record["first_reward"], record["last_reward"]
    print(f"reward {first:.4f} at first, {last:.4f} at last: {options.out / 'adapter'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
