"""Descriptions of each dialect's syntax for prompts, in our words; the published hint of DeepCAD's arcs is wrong."""

_DEEPCAD = """\
The program is a list of commands, separated by semicolons. It draws flat sketches and extrudes each into a
solid. Sketches use a grid of whole numbers from 0 to 255 with (128,128) as the point where the sketch starts.
- SOL begins a closed loop. The first loop after an extrusion (or at the start) is an outline; a loop inside
  it is a hole. A loop starts at the end point of its own last curve, and runs counter-clockwise.
- Line:(x,y) is a straight line from where the curve before it ended to (x,y).
- Arc:(x,y,a,f) is part of a circle ending at (x,y) that turns by a/256 of a full turn, counter-clockwise if f
  is 1 and clockwise if f is 0. So a=64 is a quarter and a=128 half a circle.
- Circle:(x,y,r) is a full circle with centre (x,y) and radius r: a loop of its own.
- Ext:(t,p,g,ox,oy,oz,s,e1,e2,operation,type) extrudes the loops since the last Ext. The angles t, p, g turn
  the sketch's plane: 128 is 0 degrees, 192 is +90, 64 is -90, 0 is -180. t is the angle between the plane's
  normal and the z axis, p the normal's direction around the z axis, g a turn of the sketch about its normal.
  (ox,oy,oz) is where the sketch's start lies in space; each runs from -1 at 0 over 0 at 128 to almost 1 at
  255. s scales the sketch: 95 grid steps become s/128 units. e1 and e2 are distances along the normal, 128
  being 0, less than 128 backwards. The operation is Newbody (a new solid), Join (add to what is there), Cut
  (take away) or Intersect (keep what both share). The type is One-sided (from the plane to e1), Symmetric (e1
  to both sides) or Two-sided (e1 forwards, e2 backwards).
- EOS ends the program."""

_CURVES = """\
- Line:(x1,y1,x2,y2) runs from (x1,y1) to (x2,y2).
- Arc:(x1,y1,x2,y2,a) is part of a circle from (x1,y1) to (x2,y2) that turns by a degrees, counter-clockwise
  if positive.
- Circle:(x,y,r) is a full circle with centre (x,y) and radius r.
- Ellipse:(x,y,mx,my,k) has the centre (x,y); the vector (mx,my) leads from it to the end of the long
  half-axis, and the short half-axis is k times as long.
- EllipticalArc:(x,y,mx,my,k,a,b) is the part of that ellipse from angle a to angle b in degrees, 0 lying at
  the end of the long half-axis.
- Spline:(d,[points],[knots],[weights]) is a B-spline of degree d; [x1,y1,x2,y2,…] are its control points, and
  no weights means that all are 1. `periodic` at the end marks one that closes smoothly."""

_FUSION360 = f"""\
The program is a list of commands, separated by semicolons. It draws flat sketches and extrudes them into
solids; lengths are centimetres.
- Plane:(ox,oy,oz,xx,xy,xz,yx,yy,yz) places the sketches that follow: the origin of their plane, then the
  directions of its x axis and its y axis in space. Its normal is x cross y.
- Profile begins a region of the plane, and Loop a closed chain of curves: the first loop of a profile goes
  around it, further loops are holes in it.
{_CURVES}
- Extrude:(operation,type,…) extrudes all profiles since the last extrusion along the normal. The operation is
  NewBody (a new solid), Join (add to what is there), Cut (take away) or Intersect (keep what both share).
  OneSide,d goes from the plane by d, backwards if negative; Symmetric,d goes by d to both sides;
  TwoSides,d1,d2 by d1 forwards and d2 backwards. Further numbers are tapers in degrees, one for each
  distance: the section grows with the distance if positive.
- End ends the program."""

_SKETCHGRAPHS = f"""\
The program is a list of commands, separated by semicolons. It draws a flat sketch and says which relations
hold in it. The first commands are the drawn things, each named by its kind and a number, such as Line1. The
word construction at the end of one marks a helping line that is not part of the outline.
- Point1:(x,y) is a single point.
{_CURVES}
The other commands are constraints on named things; Line1.start, Line1.end and Arc2.center are points of them,
and external stands for something outside the sketch.
- Coincident, Concentric, Equal, Parallel, Perpendicular, Tangent, Normal relate two things; Horizontal and
  Vertical hold for one line or two points; Midpoint:(a,b) puts a on the middle of b, Midpoint:(a,b,c)
  half-way between b and c; Mirror:(a,b,c) names an axis and two things that mirror each other; Fix holds a
  thing in place.
- Length, Distance, Radius, Diameter, Angle, Offset end with their value, angles in degrees.
- End ends the program."""

HINTS = {"deepcad": _DEEPCAD, "fusion360": _FUSION360, "sketchgraphs": _SKETCHGRAPHS}
