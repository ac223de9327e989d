"""The demo of the metric caption_quality, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "caption_quality")

if __name__ == "__main__":
    demo.launch()
