"""The demo of the metric code_similarity, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "code_similarity")

if __name__ == "__main__":
    demo.launch()
