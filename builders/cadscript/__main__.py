"""Installs the packages that programs of CAD run with: `python -m sgpkit.families.cadscript`."""

from .environment import main

if __name__ == "__main__":
    main()
