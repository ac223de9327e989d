"""The demo of the metric svg_edit, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "svg_edit")

if __name__ == "__main__":
    demo.launch()
