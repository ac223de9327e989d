"""The command line. It registers the commands and imports each only when it is called, to keep `sgpkit list` fast."""

import os
import sys
from collections.abc import Mapping, Sequence

import click

import sgpkit
from sgpkit.cli.base.commands import Group, Option, usage_message
from sgpkit.cli.base.headings import EVERYWHERE
from sgpkit.cli.base.values import INCOMPLETE
from sgpkit.errors import Unreachable, UserError
from sgpkit.sandbox import interrupts
from sgpkit.status import Rejected

HERE = __package__

COMMANDS: Mapping[str, str] = {
    "list": f"{HERE}.listing:list_command",
    "show": f"{HERE}.listing:show_command",
    "eval": f"{HERE}.eval:eval_command",
    "build": f"{HERE}.build:build_command",
    "run": f"{HERE}.run:run_command",
    "score": f"{HERE}.score:score_command",
    "report": f"{HERE}.score:report_command",
    "compare": f"{HERE}.compare:compare_command",
    "tables": f"{HERE}.tables:tables_command",
    "contamination": f"{HERE}.compare:contamination_command",
    "push": f"{HERE}.push:push_command",
    "submit": f"{HERE}.submit:submit_command",
    "verify": f"{HERE}.submit:verify_command",
    "leaderboard": f"{HERE}.submit:leaderboard_command",
    "dataset": f"{HERE}.dataset:group",
    "annotate": f"{HERE}.annotate:group",
    "author": f"{HERE}.author:group",
    "metrics": f"{HERE}.metrics:group",
    "results": f"{HERE}.results:group",
    "family": f"{HERE}.family:group",
    "export": f"{HERE}.export:group",
}


def show_version(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Print the version and end."""
    if value and not ctx.resilient_parsing:
        click.echo(f"sgpkit {sgpkit.__version__}")
        ctx.exit()


PROGRAM = Group(
    "sgpkit",
    "Measure how well language models understand and write symbolic graphics programs.",
    "sgpkit eval smoke --engine baseline --model random",
    COMMANDS,
    [
        Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=show_version,
            heading=EVERYWHERE,
            help="Show the version and exit.",
        )
    ],
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code: 2 for a user error, 3 while rows are left or if a server does not
    answer, 130 when interrupted."""
    given = [str(argument) for argument in (sys.argv[1:] if arguments is None else arguments)]
    try:
        with PROGRAM.make_context("sgpkit", given) as ctx:
            check_settings()
            code: int | None = PROGRAM.invoke(ctx)
            return code or 0
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.ClickException as error:
        path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "sgpkit"
        print(f"sgpkit: {usage_message(error)}\nTry: {path} --help", file=sys.stderr)
        return 2
    except UserError as error:
        print(f"sgpkit: {error}", file=sys.stderr)
        return INCOMPLETE if isinstance(error, Unreachable) else 2
    except Rejected as rejected:
        # Answers of models get their status when they are scored. An error that arrives here is about a drawing of the
        # benchmark itself.
        print(f"sgpkit: a drawing of the benchmark is {rejected.status}: {rejected.reason}", file=sys.stderr)
        return 1
    except (KeyboardInterrupt, click.Abort):
        print("sgpkit: interrupted; run the same command again to resume", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader closed the pipe (`sgpkit list | head`); discard the output that is still buffered.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        # For example a full disk, a read-only folder, or a file where a folder is expected.
        path = error.filename2 or error.filename or "the output"
        words = error.strerror or next(iter(error.args), error)  # errors of other libraries may have only words
        print(f"sgpkit: {path}: {words}\nFix that, or choose another --out.", file=sys.stderr)
        return 2


def check_settings() -> None:
    """Raise UserError for invalid sandbox limits in the environment, before any work starts."""
    if any(name.startswith("SGPKIT_") for name in os.environ):
        from sgpkit.sandbox.workers import pool

        try:
            pool.check_settings()
        except ValueError as mistake:
            raise UserError(str(mistake)) from None


def entry() -> None:
    """Run the installed command. Exits immediately, since threads of libraries may outlive an early error."""
    if instruction := os.environ.get("_SGPKIT_COMPLETE"):
        from click.shell_completion import shell_complete

        sys.exit(shell_complete(PROGRAM, {}, "sgpkit", "_SGPKIT_COMPLETE", instruction))
    interrupts.treat_sigterm_as_ctrl_c()
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
