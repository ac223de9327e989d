"""CAD programs that only build a part, and so may share a sandbox with others."""

import ast

from sgpkit.sandbox.untrusted.allow_list import AllowList

_CADQUERY = """
    Workplane Sketch Plane Vector Location Shape Solid Face Wire Edge Vertex Compound Assembly
    workplane workplaneFromTagged transformed center plane origin XY YZ XZ
    box sphere cylinder wedge circle ellipse rect slot2D polygon polyline lineTo line vLine hLine vLineTo hLineTo
    polarLine polarLineTo moveTo move threePointArc sagittaArc radiusArc tangentArcPoint spline parametricCurve
    ellipseArc close wire offset2D mirrorX mirrorY consolidateWires toPending placeSketch sketch finalize
    extrude revolve loft sweep twistExtrude cutBlind cutThruAll hole cboreHole cskHole cut union intersect combine
    fuse clean fillet chamfer shell split section thicken
    pushPoints push rarray polarArray eachpoint
    faces edges vertices wires solids shells compounds vals val first last end item size tag tagged
    translate rotate rotateAboutCenter mirror moved located toCompound
    makeBox makeCylinder makeCone makeSphere makeTorus makePolygon makeCircle makeEllipse makeLine makeThreePointArc
    makeSpline makeFromWires makeCompound extrudeLinear
    BoundingBox xmin xmax ymin ymax zmin zmax xlen ylen zlen Volume Area Center CenterOfBoundBox centerOfMass isValid
    isInside findSolid normalAt Edges Faces Wires Solids Vertices geomType x y z toTuple normalized cross dot multiply
    segment arc trapezoid regularPolygon reset delete select constraint solve assemble face distribute hull
"""
_BUILD123D = """
    BuildPart BuildSketch BuildLine Part Axis Align Mode Kind GeomType Pos Rot Rotation Until Select SortBy
    Box Cylinder Cone Sphere Torus Wedge Hole CounterBoreHole CounterSinkHole Circle Ellipse Rectangle RectangleRounded
    RegularPolygon SlotOverall SlotCenterToCenter SlotCenterPoint Polygon Trapezoid Triangle
    Line Polyline ThreePointArc RadiusArc CenterArc JernArc TangentArc SagittaArc Spline Bezier EllipticalCenterArc
    Locations GridLocations PolarLocations HexLocations add make_face offset mirror scale project
    part line X Y Z z_dir x_dir XZ_plane CENTER MIN MAX NONE ADD SUBTRACT INTERSECT REPLACE PRIVATE LAST ALL
    PLANE CYLINDER LINE CIRCLE BOTH ARC TANGENT sort_by filter_by group_by filter_by_position volume area
    bounding_box length radius LENGTH RADIUS AREA VOLUME DISTANCE position direction wire moved located
"""
_OTHERS = """
    sin cos tan asin acos atan atan2 pi e tau sqrt hypot radians degrees floor ceil fabs
    array linspace arange deg2rad rad2deg
    append extend insert index items keys values get
"""
MODULES = ("cadquery", "build123d", "math")
IDLE = ("os", "sys", "numpy")
"""Modules that models import by habit: what the names after a dot allow of them does no harm."""

_ALLOWED = AllowList((_CADQUERY + _BUILD123D + _OTHERS).split(), MODULES, IDLE, (ast.With, ast.withitem, ast.Assert))


def is_plain(program: str) -> bool:
    """Return whether a program may share a sandbox."""
    return _ALLOWED.is_plain(program)
