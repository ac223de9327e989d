"""`python -m sgpkit.training.recipes.sit train|merge|plot`: see README.md in this folder."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from sgpkit.errors import UserError

from . import settings as recipe


def train_command(options: argparse.Namespace) -> None:
    """Train an adapter by a recipe's file; with --dry-run, only report the amount of data."""
    from . import training

    read = recipe.read(options.recipe, options.set, options.data, options.without)
    if options.dry_run:
        training.require_libraries()
        print(training.summary(training.prepare(read, options.recipe.parent)[2]))
        return
    if options.out is None:
        raise UserError("--out is missing; expected a folder for the training, such as --out runs/sit-10k")
    metadata = training.train(read, options.recipe.parent, options.out, options.resume)
    if training.is_first():
        print(
            f"loss {metadata['first_loss']:.4f} at first, {metadata['last_loss']:.4f} at last: "
            f"{options.out / 'losses.png'}\n"
            f"adapter: {options.out / 'adapter'}"
        )


def train_arguments(sub: argparse.ArgumentParser) -> None:
    """Add the arguments of `train` to its parser."""
    sub.add_argument("recipe", type=Path, metavar="RECIPE.toml")
    sub.add_argument(
        "--data",
        action="append",
        default=[],
        metavar="[NAME=]SOURCE",
        help="training data that replaces a data block of the recipe: FOLDER:CONFIG, a file, or "
        "ORG/REPO[:CONFIG][@REVISION]; NAME is required if the recipe has several data blocks",
    )
    sub.add_argument("--without", action="append", default=[], metavar="NAME", help="leave a data block out")
    sub.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="change one value, as in training.rate=1e-4"
    )
    sub.add_argument("--out", type=Path, metavar="FOLDER")
    sub.add_argument("--resume", action="store_true", help="resume from the last checkpoint in --out, if any")
    sub.add_argument("--dry-run", action="store_true", help="read and count the data without training")


def merge_command(options: argparse.Namespace) -> None:
    """Put an adapter into its model's weights, and write a checkpoint that any engine takes."""
    from . import merging

    measured = merging.merge(options.adapter, options.out, options.base, options.precision or "")
    print(f"{options.out}: merging moved the logits by {measured['logits_off']:.1e} of their spread")
    if "rounding_off" in measured:
        print(f"rounding to {measured['precision']} moved them by {measured['rounding_off']:.1e} at most")


def merge_arguments(sub: argparse.ArgumentParser) -> None:
    """Add the arguments of `merge` to its parser."""
    sub.add_argument("adapter", type=Path, metavar="ADAPTER", help="OUT/adapter of a training")
    sub.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    sub.add_argument("--base", default="", metavar="MODEL", help="the model, if not the one named in the adapter")
    sub.add_argument("--precision", choices=("bf16", "fp32"), help="default: the precision of the training")


def plot_command(options: argparse.Namespace) -> None:
    """Draw the losses of one or several trainings, finished or not."""
    from . import curve, losses

    names = [folder.name for folder in options.folders]
    if len(set(names)) < len(names):
        names = [str(folder) for folder in options.folders]
    picture = options.out or options.folders[0] / "losses"
    trainings = {name: losses.read(folder) for name, folder in zip(names, options.folders, strict=True)}
    for path in curve.write(trainings, picture.with_suffix("") if picture.suffix in (".svg", ".png") else picture):
        print(path)


def plot_arguments(sub: argparse.ArgumentParser) -> None:
    """Add the arguments of `plot` to its parser."""
    sub.add_argument("folders", type=Path, nargs="+", metavar="FOLDER", help="of `train --out`")
    sub.add_argument("--out", type=Path, metavar="PICTURE", help="default: FOLDER/losses.svg and .png")


COMMANDS = {
    "train": (train_command, train_arguments),
    "merge": (merge_command, merge_arguments),
    "plot": (plot_command, plot_arguments),
}


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line, with one subparser per command."""
    top = argparse.ArgumentParser(prog="python -m sgpkit.training.recipes.sit", description=__doc__)
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for name, (command, add_arguments) in COMMANDS.items():
        sub = commands.add_parser(name, help=command.__doc__, description=command.__doc__)
        add_arguments(sub)
        sub.set_defaults(command=command)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 2 for errors that the user can fix, 130 when interrupted."""
    options = parser().parse_args(arguments)
    try:
        options.command(options)
    except UserError as error:
        print(f"sgpkit.training.recipes.sit: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        hint = "; use --resume to continue from the last checkpoint" if options.command is train_command else ""
        print(f"sgpkit.training.recipes.sit: interrupted{hint}", file=sys.stderr)
        return 130
    except OSError as error:
        print(
            f"sgpkit.training.recipes.sit: {error.filename or 'the output'}: {error.strerror or error}", file=sys.stderr
        )
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
