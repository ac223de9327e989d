"""The demo of the metric svg_validity, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "svg_validity")

if __name__ == "__main__":
    demo.launch()
