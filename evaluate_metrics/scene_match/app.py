"""The demo of the metric scene_match, written by `python -m sgpkit.hub.metrics.spaces`."""

from sgpkit import space

demo = space.app(__file__, "scene_match")

if __name__ == "__main__":
    demo.launch()
