"""SSVG-Bench's evaluation of geometry with one answer, reimplemented from its appendix F.1, to compare with the metric.

As in the paper, the script takes a reference file and an output file and prints 1 or 0. It reads only plain elements,
only moves and lines of paths, and only transforms of ellipses (and of circles, which it treats as ellipses). The
overlap of ellipses comes from 2,000 random points. `python paper_geometry.py reference.svg output.svg`.
"""

import argparse
import itertools
import math
import random
import re
import xml.etree.ElementTree as ElementTree
from functools import partial
from typing import Any

NUMBER = r"[-+]?\d*\.?\d+(?:[eE][-+]?\d+)?"
STEP = re.compile(r"(matrix|translate|rotate|scale)\s*\(([^)]*)\)")


def figures(path: Any, wanted: Any = None) -> Any:
    root = ElementTree.parse(path).getroot()
    segments, circles, ellipses = [], [], []
    for element in root.iter():
        if wanted is not None and wanted not in element.get("class", "").split():
            continue
        tag = element.tag.split("}")[1]
        get = partial(numbers_of, element)
        if tag == "line":
            x1, y1, x2, y2 = get("x1", "y1", "x2", "y2")
            segments.append(((x1, y1), (x2, y2)))
        elif tag in ("polygon", "polyline"):
            numbers = [float(word) for word in re.split(r"[,\s]+", element.get("points", "").strip()) if word]
            points = list(zip(numbers[::2], numbers[1::2], strict=False))
            segments += itertools.pairwise(points)
            if tag == "polygon" and points:
                segments.append((points[-1], points[0]))
        elif tag == "rect":
            x, y, width, height = get("x", "y", "width", "height")
            corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            segments += zip(corners, corners[1:] + corners[:1], strict=True)
        elif tag == "path":
            segments += path_segments(element.get("d", ""))
        if tag == "circle":
            x, y, radius = get("cx", "cy", "r")
            circles.append(((x, y), radius))
            if element.get("transform"):
                ellipses.append(mapped(element.get("transform"), x, y, radius, radius))
        elif tag == "ellipse":
            ellipses.append(mapped(element.get("transform", ""), *get("cx", "cy", "rx", "ry")))
    return segments, circles, ellipses


def numbers_of(element: ElementTree.Element, *names: str) -> list[float]:
    return [float(element.get(name, 0)) for name in names]


def path_segments(data: Any) -> Any:
    words = re.findall(rf"[ML]|{NUMBER}", data)
    here, position, segments = None, 0, []
    while position < len(words):
        if words[position] in "ML":
            there = (float(words[position + 1]), float(words[position + 2]))
            if words[position] == "L" and here is not None:
                segments.append((here, there))
            here = there
            position += 3
        else:
            position += 1
    return segments


def mapped(transform: Any, x: float, y: float, radius_x: float, radius_y: float) -> Any:
    a, b, c, d, e, f = 1.0, 0.0, 0.0, 1.0, 0.0, 0.0

    def then(p: Any, q: Any, r: Any, s: Any, t: Any, u: Any) -> None:
        nonlocal a, b, c, d, e, f
        a, b, c, d, e, f = (
            a * p + c * q,
            b * p + d * q,
            a * r + c * s,
            b * r + d * s,
            a * t + c * u + e,
            b * t + d * u + f,
        )

    for name, words in STEP.findall(transform):
        values = [float(word) for word in re.split(r"[,\s]+", words.strip()) if word]
        if name == "matrix":
            then(*values)
        elif name == "translate":
            then(1, 0, 0, 1, values[0], values[1] if len(values) > 1 else 0)
        elif name == "scale":
            then(values[0], 0, 0, values[-1], 0, 0)
        else:
            turn = math.radians(values[0])
            about_x, about_y = values[1:3] or (0.0, 0.0)
            then(1, 0, 0, 1, about_x, about_y)
            then(math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0, 0)
            then(1, 0, 0, 1, -about_x, -about_y)
    point = (a * x + c * y + e, b * x + d * y + f)
    p, q = (a * radius_x) ** 2 + (c * radius_y) ** 2, (b * radius_x) ** 2 + (d * radius_y) ** 2
    mixed = a * b * radius_x**2 + c * d * radius_y**2
    spread = math.hypot(p - q, 2 * mixed)
    turn = math.atan2(2 * mixed, p - q) / 2
    return point, math.sqrt((p + q + spread) / 2), math.sqrt(max((p + q - spread) / 2, 0.0)), turn


def to_segment(point: Any, start: Any, end: Any) -> Any:
    along = (end[0] - start[0], end[1] - start[1])
    square = along[0] ** 2 + along[1] ** 2
    share = ((point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]) / square if square else 0.0
    share = max(0.0, min(1.0, share))
    return math.hypot(point[0] - start[0] - share * along[0], point[1] - start[1] - share * along[1])


def joined(segments: Any) -> Any:
    made = []
    for index, (u, v) in enumerate(segments):
        for w, x in segments[index + 1 :]:
            ends = next(
                ((s, p, q) for s, p, t, q in ((u, v, w, x), (u, v, x, w), (v, u, w, x), (v, u, x, w)) if s == t), None
            )
            if ends is None:
                continue
            shared, first, second = ends
            one = (first[0] - shared[0], first[1] - shared[1])
            other = (second[0] - shared[0], second[1] - shared[1])
            lengths = math.hypot(*one) * math.hypot(*other)
            if lengths and (one[0] * other[0] + one[1] * other[1]) / lengths <= -math.cos(math.radians(5)):
                made.append((first, second))
    return made


def circle_overlap(one: Any, other: Any) -> Any:
    (center, radius), (there, size) = one, other
    apart = math.dist(center, there)
    if apart >= radius + size:
        return 0.0
    if apart <= abs(radius - size):
        return (min(radius, size) / max(radius, size)) ** 2
    first = math.acos((apart**2 + radius**2 - size**2) / (2 * apart * radius))
    second = math.acos((apart**2 + size**2 - radius**2) / (2 * apart * size))
    product = (radius + size - apart) * (apart + radius - size) * (apart - radius + size) * (apart + radius + size)
    shared = radius**2 * first + size**2 * second - math.sqrt(product) / 2
    return shared / (math.pi * (radius**2 + size**2) - shared)


def ellipse_overlap(one: Any, other: Any, samples: Any = 2000) -> Any:
    def reach(ellipse: Any) -> Any:
        (x, y), a, b, turn = ellipse
        wide = abs(a * math.cos(turn)) + abs(b * math.sin(turn))
        high = abs(a * math.sin(turn)) + abs(b * math.cos(turn))
        return x - wide, y - high, x + wide, y + high

    def inside(x: Any, y: Any, ellipse: Any) -> Any:
        (cx, cy), a, b, turn = ellipse
        across = (x - cx) * math.cos(turn) + (y - cy) * math.sin(turn)
        along = (y - cy) * math.cos(turn) - (x - cx) * math.sin(turn)
        return (across / a) ** 2 + (along / b) ** 2 <= 1

    left, top, right, bottom = (
        pick(pair) for pick, pair in zip((min, min, max, max), zip(reach(one), reach(other), strict=True), strict=True)
    )
    both = either = 0
    for _ in range(samples):
        x, y = random.uniform(left, right), random.uniform(top, bottom)
        first, second = inside(x, y, one), inside(x, y, other)
        both += first and second
        either += first or second
    return both / either if either else 0.0


def all_matched(wanted: Any, drawn: Any, measure: Any, enough: Any) -> bool:
    left = list(drawn)
    for figure in wanted:
        if not left:
            return False
        best = max(left, key=lambda other: measure(figure, other))
        if not enough(figure, best):
            return False
        left.remove(best)
    return True


def verdict(reference: Any, output: Any) -> Any:
    try:
        segments, circles, ellipses = figures(reference, "output_object")
        drawn, drawn_circles, drawn_ellipses = figures(output)
    except Exception:  # as published
        return 0
    drawn += joined(drawn)
    right = (
        all(any(to_segment(p, *line) <= 10 and to_segment(q, *line) <= 10 for line in drawn) for p, q in segments)
        and all_matched(
            circles,
            drawn_circles,
            circle_overlap,
            lambda one, other: math.dist(one[0], other[0]) <= 10 and abs(one[1] - other[1]) <= 10,
        )
        and all_matched(
            ellipses, drawn_ellipses, ellipse_overlap, lambda one, other: ellipse_overlap(one, other) >= 0.95
        )
    )
    return int(right)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("reference")
    parser.add_argument("output")
    given = parser.parse_args()
    print(verdict(given.reference, given.output))
