"""The demo of the metric ssvg_structure, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "ssvg_structure")

if __name__ == "__main__":
    demo.launch()
