"""Building blocks of the command line: click commands and groups, help pages, value types, shared options."""
