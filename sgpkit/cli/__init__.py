"""The command line: `main.py` registers the commands, one file a group."""
