"""The demo of the metric answer_consistency, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "answer_consistency")

if __name__ == "__main__":
    demo.launch()
