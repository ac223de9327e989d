"""The demo of the metric distribution_distance, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "distribution_distance")

if __name__ == "__main__":
    demo.launch()
