"""The demo of the metric caption_alignment, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "caption_alignment")

if __name__ == "__main__":
    demo.launch()
