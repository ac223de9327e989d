"""The demo of the metric caption_judge, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "caption_judge")

if __name__ == "__main__":
    demo.launch()
