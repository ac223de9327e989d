"""The demo of the metric answer_entropy, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "answer_entropy")

if __name__ == "__main__":
    demo.launch()
