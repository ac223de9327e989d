"""Figures of mechanics and optics: forces, pendulums, lenses."""

import math

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe


def inclined_plane(pen: Pen) -> None:
    pen.needs("geometry", "arrows")
    angle = pen.random.choice((15, 20, 25, 30, 35, 40))
    length = pen.random.choice((5, 6))
    ground, body, force = pen.color().tint(30), pen.color().tint(40), pen.color()
    x, y = length * math.cos(math.radians(angle)), length * math.sin(math.radians(angle))
    friction, pull = pen.chance(), pen.chance(0.4)
    pen.note()
    pen.line(f"\\draw[fill={ground.tex}] (0,0) -- ({coord(x)},0) -- ({coord(x)},{coord(y)}) -- cycle;")
    pen.line(f"\\draw (1,0) arc (0:{angle}:1);", f"\\node at ({angle / 2:g}:1.3) {{$\\alpha$}};")
    pen.note()
    forces = 2
    normal, weight, rubbing, pulling = pen.pick("NGFRTWPQKS", 4)
    share = pen.random.choice((0.45, 0.5, 0.55, 0.6))
    with pen.block(
        f"\\begin{{scope}}[shift={{({coord(share * x)},{coord(share * y)})}}, rotate={angle}]", "\\end{scope}"
    ):
        pen.line(f"\\draw[fill={body.tex}] (-0.6,0) rectangle (0.6,0.8);", "\\node at (0,0.4) {$m$};")
        pen.line(f"\\draw[->, very thick, {force.tex}] (0,0.8) -- (0,2.2) node[above] {{${normal}$}};")
        pen.line(f"\\draw[->, very thick, {force.tex}] (0,0) -- ({-angle - 90}:1.6) node[below] {{${weight}$}};")
        if friction:
            forces += 1
            pen.line(f"\\draw[->, very thick, {force.tex}] (0.6,0.2) -- (1.8,0.2) node[right] {{${rubbing}$}};")
        if pull:
            forces += 1
            pen.line(f"\\draw[->, very thick, {force.tex}] (-0.6,0.5) -- (-1.8,0.5) node[left] {{${pulling}$}};")
    pen.counted("arrows of forces", forces, "line", stroke=force.hex)
    ways = ("At right angles to the plane", "Straight down", "Up along the plane", "Down along the plane")
    names = [normal, weight, *([rubbing] if friction else []), *([pulling] if pull else [])]
    acting = [*ways[:2], *(ways[2:3] if friction else ()), *(ways[3:] if pull else ())]
    for name, way in zip(names, acting, strict=True):
        pen.relation("direction", f"In which direction does the force {name} act?", way, ways)
    pen.shows(ground, body, force)
    pen.names("$m$", *names)
    pen.says(
        f"A wedge in {ground.words} rises to the right at {angle} degrees, marked α; on it stands a box m in "
        f"{body.words}.",
        f"{some(forces, 'thick arrows')} in {force.words} start at the box: "
        + listed([f"{name} {way[0].lower()}{way[1:]}" for name, way in zip(names, acting, strict=True)])
        + ".",
    )


def lens(pen: Pen) -> None:
    pen.needs("plain", "arrows")
    focus = pen.random.choice((1.2, 1.5, 1.8, 2))
    distance = pen.random.choice((2.5, 3, 3.5, 4, 4.5))
    height = pen.random.choice((0.8, 1, 1.2))
    image = focus * distance / (distance - focus)
    size = -height * image / distance
    glass, ray, thing = pen.color().tint(25), pen.color(), pen.color()
    pen.note()
    pen.line(f"\\draw[gray] ({coord(-distance - 1)},0) -- ({coord(image + 1.5)},0);")
    pen.line(f"\\draw[fill={glass.tex}] (0,0) ellipse (0.2 and 2);")
    pen.line(
        *(
            f"\\fill ({coord(x)},0) circle (1.5pt) node[below] {{${name}$}};"
            for x, name in ((-focus, "F"), (focus, "F'"))
        )
    )
    pen.note()
    pen.line(
        f"\\draw[->, very thick, {thing.tex}] ({coord(-distance)},0) -- ({coord(-distance)},{height});",
        f"\\draw[->, very thick, {thing.tex}] ({coord(image)},0) -- ({coord(image)},{coord(size)});",
    )
    pen.note()
    has_heads = pen.chance()
    style = ray.tex
    if has_heads:
        pen.library("decorations.markings")
        mark = (
            f"mark=at position {pen.random.choice((0.3, 0.35))} with {{\\arrow{{{pen.random.choice(('>', 'latex'))}}}}}"
        )
        style = pen.style(f"{ray.tex}, postaction={{decorate}}, decoration={{markings, {mark}}}")
    pen.line(
        f"\\draw[{style}] ({coord(-distance)},{height}) -- (0,{height}) -- ({coord(image)},{coord(size)});",
        f"\\draw[{style}] ({coord(-distance)},{height}) -- ({coord(image)},{coord(size)});",
    )
    rays = 2
    if pen.fullness > 0.3:
        pen.line(
            f"\\draw[{style}] ({coord(-distance)},{height}) -- (0,{coord(size)}) -- ({coord(image)},{coord(size)});"
        )
        rays += 1
    ratio = -size / height
    sizes = ("The image is larger", "The image is smaller", "Both are of the same size", "There is no image")
    compared = sizes[0] if ratio > 1.15 else sizes[1] if ratio < 0.85 else sizes[2]
    if not 0.01 < abs(ratio - 1) < 0.15:
        pen.relation("size", "How does the image compare with the object in size?", compared, sizes)
    pen.shows(glass, ray, thing)
    pen.names("$F$", "$F'$")
    pen.says(
        f"A lens, an upright thin ellipse in {glass.words}, stands on a gray horizontal axis with the focal points "
        f"F and F' {focus:g} "
        "units to its left and right.",
        f"An upright arrow in {thing.words}, {height:g} high, stands {distance:g} units left of it, and its image, "
        f"{-size:.2g} high and "
        f"upside down, {image:.2g} units right of it.",
        f"{some(rays, 'rays')} in {ray.words} run from the tip of the one to the tip of the other"
        + (", each with an arrow head on its way." if has_heads else "."),
    )


def pendulum(pen: Pen) -> None:
    pen.needs("geometry", "decorations")
    number = pen.many(1, 6)
    bob, rod = pen.color(), pen.ink()
    gap, length = pen.random.choice((1.6, 2)), pen.random.choice((2.5, 3, 3.5))
    angle = pen.random.choice((-35, -25, -15, 15, 25, 35))
    pen.note()
    right = gap * number
    pen.line(f"\\draw[very thick] (-1,0) -- ({coord(right)},0);")
    pen.line(f"\\foreach \\x in {{0,...,{round((right + 1) / 0.4) - 1}}} \\draw (-1+\\x*0.4,0) -- ++(0.25,0.25);")
    pen.note()
    lengths = [round(length * pen.random.choice((0.6, 0.8, 1)), 2) for _ in range(number)]
    moved = pen.random.randrange(number)
    if number > 1:  # outward, where it meets no other bob or label
        moved = 0 if angle < 0 else number - 1
    spots: list[tuple[str, float]] = []
    for at in range(number):
        turn = angle if at == moved else 0
        x, y = gap * at + lengths[at] * math.sin(math.radians(turn)), -lengths[at] * math.cos(math.radians(turn))
        pen.line(f"\\draw[{rod.tex}] ({coord(gap * at)},0) -- ({coord(x)},{coord(y)});")
        pen.line(f"\\fill[{bob.tex}] ({coord(x)},{coord(y)}) circle (0.2) node[below=2mm, black] {{$m_{at + 1}$}};")
        pen.position(f"$m_{at + 1}$", x, y)
        spots.append((f"$m_{at + 1}$", lengths[at]))
    pen.line(f"\\draw[dashed] ({coord(gap * moved)},0) -- ++(0,{coord(-lengths[moved])});")
    swings = pen.chance()
    if swings:
        far, side = 0.72 * lengths[moved], "right" if angle > 0 else "left"
        end = math.radians(angle * 0.9)
        pen.line(
            f"\\draw[<->, gray] ({coord(gap * moved)},{coord(-far)}) to[bend {side}={abs(angle) // 2}] "
            f"({coord(gap * moved + far * math.sin(end))},{coord(-far * math.cos(end))});"
        )
    if number > 3:
        pen.measure("Which bob hangs on the longest string?", "Which bob hangs on the shortest string?", spots)
    ways = ("To the right", "To the left", "It hangs straight down", "It is above the ceiling")
    pen.relation("swing", f"To which side has m{moved + 1} swung?", ways[angle < 0], ways)
    pen.counted("bobs", number, "circle", fill=bob.hex)
    pen.things = "bob"
    pen.shows(bob)
    pen.names(*(name for name, _ in spots))
    pen.says(
        f"From a hatched ceiling {some(number, 'strings')} in {rod.words} hang side by side, each with a round bob in "
        f"{bob.words}; the bobs are named {listed([f'm{at + 1}' for at in range(number)])} from left to right."
        if number > 1
        else f"From a hatched ceiling a string in {rod.words} hangs with a round bob in {bob.words}, named m1.",
        f"The bob m{moved + 1} has swung {abs(angle)} degrees to the {'left' if angle < 0 else 'right'}; a dashed line "
        f"shows where it would hang" + (", and a bent gray arrow with two heads joins both." if swings else "."),
    )


RECIPES = (
    Recipe("inclined-plane", "Forces on an inclined plane", "physics", inclined_plane),
    Recipe("lens", "Image formed by a lens", "physics", lens),
    Recipe("pendulum", "Pendulums", "physics", pendulum),
)
