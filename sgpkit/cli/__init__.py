"""The command line: `main.py` registers the commands; each group has its own file."""
