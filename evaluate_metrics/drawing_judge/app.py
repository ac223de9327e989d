"""The demo of the metric drawing_judge: an example that can be changed, and what the metric says of it."""

from pathlib import Path

from sgpkit import space

demo = space.app(Path(__file__).with_name("drawing_judge.py"))

if __name__ == "__main__":
    demo.launch()
