"""The allow-list for turtle programs that only draw and calculate, and so may share a sandbox."""

from sgpkit.sandbox.untrusted.allow_list import AllowList

_TURTLE = """
    Turtle RawTurtle Pen RawPen Screen Vec2D Shape Rabbit aa bb cc pp
    forward fd backward bk back right rt left lt goto setpos setposition setx sety setheading seth home circle dot
    stamp clearstamp clearstamps undo speed position pos towards xcor ycor heading distance degrees radians pendown pd
    down penup pu up pensize width pen isdown color pencolor fillcolor filling begin_fill end_fill reset clear write
    showturtle st hideturtle ht isvisible shape resizemode shapesize turtlesize shearfactor settiltangle tiltangle tilt
    begin_poly end_poly get_poly clone getturtle getpen getscreen setundobuffer undobufferentries teleport
    bgcolor bgpic clearscreen resetscreen screensize setworldcoordinates delay tracer update listen exitonclick
    done mainloop mode colormode getshapes window_height window_width bye setup title numinput textinput
"""
_OTHERS = """
    sin cos tan asin acos atan atan2 sinh cosh tanh pi e tau inf sqrt hypot dist exp log log2 log10 floor ceil fabs fmod
    fsum factorial gcd trunc copysign isclose prod comb perm
    random randint randrange choice choices uniform shuffle sample seed gauss
    sleep time cycle product chain combinations permutations accumulate count repeat islice
    hsv_to_rgb hls_to_rgb rgb_to_hsv rgb_to_hls
    append extend insert pop remove index reverse sort copy keys values items get update add
    join split strip lower upper replace startswith endswith real imag
"""
_MODULES = ("turtle", "math", "cmath", "random", "time", "itertools", "colorsys", "rabbit")
_ALLOWED = AllowList((_TURTLE + _OTHERS).split(), _MODULES)


def is_plain(code: str) -> bool:
    """Return whether a program may share a sandbox."""
    return _ALLOWED.is_plain(code)
