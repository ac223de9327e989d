"""Missing figures of the lines of a table, and the commands that make them."""


class Missing:
    """Missing figures by the command that makes them."""

    def __init__(self) -> None:
        self.columns: dict[str, dict[str, None]] = {}
        self.options: dict[str, dict[str, None]] = {}

    def add(self, name: str, remedy: str) -> None:
        """Note that a column or a config lacks what a command makes; options `--with` of a command are joined."""
        command, *options = remedy.split(" --with ")
        self.columns.setdefault(command, {})[name] = None
        self.options.setdefault(command, {}).update(dict.fromkeys(options))

    def lines(self) -> tuple[str, ...]:
        """Return one line for each command, after the names of what it makes."""
        return tuple(
            f"{', '.join(names)}: {' --with '.join((command, *self.options[command]))}"
            for command, names in self.columns.items()
        )
