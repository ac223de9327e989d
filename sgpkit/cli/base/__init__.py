"""The base of the command line: commands and groups on click, help pages, types of values, shared options."""
