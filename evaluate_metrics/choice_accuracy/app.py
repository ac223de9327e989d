"""The demo of the metric choice_accuracy, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "choice_accuracy")

if __name__ == "__main__":
    demo.launch()
