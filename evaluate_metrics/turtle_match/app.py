"""The demo of the metric turtle_match, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "turtle_match")

if __name__ == "__main__":
    demo.launch()
