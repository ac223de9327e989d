"""The demo of the metric drawing_judge, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "drawing_judge")

if __name__ == "__main__":
    demo.launch()
