"""The demo of the metric structural_recall: an example that can be changed, and what the metric says of it."""

from pathlib import Path

from sgpkit import space

demo = space.app(Path(__file__).with_name("structural_recall.py"))

if __name__ == "__main__":
    demo.launch()
