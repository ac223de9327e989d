"""The demo of the metric structural_recall, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "structural_recall")

if __name__ == "__main__":
    demo.launch()
