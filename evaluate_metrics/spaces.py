"""Writes the files of the metrics' Spaces; the same as `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit.hub.metrics.spaces import main

if __name__ == "__main__":
    main()
