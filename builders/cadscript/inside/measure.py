"""Measure solids, and run the published tests on the first, each in a separate process and namespace. The program that
made a solid is not in this process, and the process that reads a solid ends with its answer: no solid can change what
is said of another, nor can a program.
"""

import base64
import importlib
import io
import json
import math
import os
from typing import Any

CHILDLESS = False  # each test of a solid has a separate process
cq = importlib.import_module("cadquery")
moments = importlib.import_module("moments")
Tool = importlib.import_module("OCP.BRep").BRep_Tool
Adaptor = importlib.import_module("OCP.BRepAdaptor").BRepAdaptor_Surface
BOPAlgo, TopAbs, TopoDS = (importlib.import_module(f"OCP.{name}") for name in ("BOPAlgo", "TopAbs", "TopoDS"))
BOUNDING = (TopAbs.TopAbs_Orientation.TopAbs_FORWARD, TopAbs.TopAbs_Orientation.TopAbs_REVERSED)
SOLID, SHELL = TopAbs.TopAbs_ShapeEnum.TopAbs_SOLID, TopAbs.TopAbs_ShapeEnum.TopAbs_SHELL
GROUPS = (TopAbs.TopAbs_ShapeEnum.TopAbs_COMPOUND, TopAbs.TopAbs_ShapeEnum.TopAbs_COMPSOLID)
FREE_FORM = {"BEZIER", "BSPLINE", "OFFSET", "OTHER"}
SIMPLE = {"PLANE", "CYLINDER", "CONE", "SPHERE", "TORUS", "LINE", "CIRCLE"}

PREAMBLE = """
import math
def check(condition, pass_msg="", fail_msg=""):
    if not condition:
        raise AssertionError(fail_msg)
"""
SECONDS = 20
MAX_BODIES, MAX_FACES, TOUCHING = 24, 2000, 1e-6


def reply(request: bytes) -> bytes:
    """Return the measurements of every solid and the outcomes of tests on the first, or why there are none: as JSON,
    like the request, in which solids are BREP in base64."""
    try:
        asked = json.loads(request)
        shapes = [read(base64.b64decode(solid)) for solid in asked["solids"]]
        outcomes = [run_test(code, cq.Workplane(obj=shapes[0])) for code in asked["tests"]]
        held = [measures(shape) for shape in shapes]
        if not all(math.isfinite(one["volume"]) for one in held):
            raise ValueError("no finite volume")
        return json.dumps({"measures": held, "tests": outcomes}).encode()
    except BaseException as error:
        return json.dumps({"error": f"{type(error).__name__}: {error}"[-200:]}).encode()


def read(solid: bytes) -> Any:
    """Return a solid's shape. CadQuery's error for an unreadable one contains a memory address, and OpenCASCADE looks
    for the end of an infinite edge until its time is up."""
    try:
        shape = cq.Shape.importBrep(io.BytesIO(solid))
    except ValueError:
        raise ValueError("no shape in BREP") from None
    if not all(math.isfinite(value) for vertex in shape.Vertices() for value in vertex.toTuple()):
        raise ValueError("a vertex has no finite position")
    return shape


def measures(shape: Any) -> dict[str, Any]:
    """Return the measurements of the bodies: sizes, topology, faces by kind, round holes and bosses, symmetry.
    A shape with an element that bounds no body is not valid."""
    whole_bodies = is_only_bodies(shape.wrapped)
    shape = merged(bodies(shape))
    box = shape.BoundingBox()
    shells = len(shape.Shells())
    solids, faces = shape.Solids(), shape.Faces()
    edges, vertices = shape.Edges(), shape.Vertices()
    rings = sum(len(face.Wires()) - 1 for face in faces)
    kinds: dict[str, int] = {}
    cylinders = []
    for face in faces:
        kinds[face.geomType()] = kinds.get(face.geomType(), 0) + 1
        if face.geomType() == "CYLINDER":
            surface = Adaptor(face.wrapped).Cylinder()
            axis = surface.Axis()
            position, way = axis.Location(), axis.Direction()
            radius = surface.Radius()
            u_first, u_last, v_first, v_last = face._uvBounds()
            spot = Adaptor(face.wrapped).Value((u_first + u_last) / 2, (v_first + v_last) / 2)
            some = cq.Vector(spot.X(), spot.Y(), spot.Z())
            normal = face.normalAt(some)
            along = cq.Vector(way.X(), way.Y(), way.Z())
            base = cq.Vector(position.X(), position.Y(), position.Z())
            out = (some - base) - along * (some - base).dot(along)
            cylinders.append(
                {
                    "radius": radius,
                    "axis": [way.X(), way.Y(), way.Z()],
                    "through": [base.x, base.y, base.z],
                    "angle": abs(u_last - u_first),
                    "hole": normal.dot(out) < 0,
                }
            )
    measured = [(moments.usual if is_simple(solid) else moments.integrated)(solid.wrapped) for solid in solids]
    whole = moments.together(measured)
    size = max(box.xlen, box.ylen, box.zlen)
    return {
        "valid": whole_bodies
        and bool(shape.isValid())
        and bool(solids)
        and is_bounded(shape)
        and not any(map(crosses, solids)),
        "volume": whole.volume,
        "area": sum(face.Area() for face in faces),
        "low": [box.xmin, box.ymin, box.zmin],
        "high": [box.xmax, box.ymax, box.zmax],
        "center": whole.center.tolist(),
        "moments": (whole.inertia / ((whole.volume or 1) * size * size)).tolist(),
        "solids": len(solids),
        "voids": shells - len(solids),
        "apart": are_apart(solids),
        "faces": kinds,
        "edges": len(edges),
        "genus": shells - (len(vertices) - len(edges) + len(faces) - rings) / 2,
        "cylinders": cylinders,
        "symmetric": [symmetric(shape, box, plane, whole.volume) for plane in ("YZ", "XZ", "XY")],
    }


def bodies(shape: Any) -> Any:
    """Return the solids of a shape, or the shape itself if it has none."""
    solids = shape.Solids()
    if not solids:
        return shape
    return solids[0] if len(solids) == 1 else cq.Compound.makeCompound(solids)


def is_only_bodies(shape: Any) -> bool:
    """Return whether a shape consists only of different bodies: no loose faces, edges, vertices or open shells,
    which a box, a picture or a count of faces would show, and no body is there twice."""
    waiting: list[Any] = [shape]
    solids: list[Any] = []
    while waiting:
        part = waiting.pop()
        children = children_of(part)
        if part.ShapeType() == SOLID:
            if not all(child.ShapeType() == SHELL and Tool.IsClosed_s(child) for child in children):
                return False
            # With more bodies than this `are_apart` is False.
            if len(solids) <= MAX_BODIES and any(part.IsSame(other) for other in solids):
                return False
            solids.append(part)
        elif part.ShapeType() in GROUPS:
            waiting += children
        else:
            return False
    return bool(solids)


def children_of(shape: Any) -> list[Any]:
    """Return the direct children of a shape, in position."""
    iterator, children = TopoDS.TopoDS_Iterator(shape), []
    while iterator.More():
        children.append(iterator.Value())
        iterator.Next()
    return children


def is_bounded(shape: Any) -> bool:
    """Return whether every body is turned outward, and all its faces, edges and vertices bound it: none lies within,
    where it would count as a hole's and cut out nothing."""
    waiting = [shape.wrapped]
    while waiting:
        children = TopoDS.TopoDS_Iterator(waiting.pop(), False, False)
        while children.More():
            if children.Value().Orientation() not in BOUNDING:
                return False
            waiting.append(children.Value())
            children.Next()
    return all(solid.Volume() > 0 for solid in shape.Solids())


def crosses(solid: Any) -> bool:
    """Return whether walls of a body pass through one another, as those of a hollow through the one around it. A body
    without a hollow is not looked at where that takes minutes: with free-form faces, or with more than `MAX_FACES`."""
    faces = solid.Faces()
    if len(solid.Shells()) == 1 and (len(faces) > MAX_FACES or FREE_FORM & {face.geomType() for face in faces}):
        return False
    analyzer = BOPAlgo.BOPAlgo_ArgumentAnalyzer()
    analyzer.SetShape1(solid.wrapped)
    analyzer.SelfInterMode = analyzer.StopOnFirstFaulty = True
    analyzer.Perform()
    return bool(analyzer.HasFaulty())


def are_apart(solids: Any) -> bool:
    """Return whether no two bodies touch or overlap: such are one body, or one twice. More than `MAX_BODIES` are not
    looked at, and are none that anybody asks for."""
    if len(solids) > MAX_BODIES:
        return False
    boxes = [solid.BoundingBox() for solid in solids]
    for index, one in enumerate(solids):
        for other in range(index):
            near = all(
                getattr(boxes[index], f"{axis}min") <= getattr(boxes[other], f"{axis}max")
                and getattr(boxes[other], f"{axis}min") <= getattr(boxes[index], f"{axis}max")
                for axis in "xyz"
            )
            if near and (one.distance(solids[other]) <= TOUCHING or one.intersect(solids[other]).Volume() > 0):
                return False
    return True


def is_simple(solid: Any) -> bool:
    """Return whether OpenCASCADE's usual rule is exact on all faces and edges."""
    return {face.geomType() for face in solid.Faces()} | {edge.geomType() for edge in solid.Edges()} <= SIMPLE


def merged(shape: Any) -> Any:
    """Return a shape with faces on the same surface merged, or the shape itself if merging makes it invalid."""
    try:
        other = shape.clean()
        return other if other.isValid() else shape
    except Exception:
        return shape


def symmetric(shape: Any, box: Any, plane: str, volume: float) -> bool:
    """Return whether a shape is its mirror image on a middle plane of its box."""
    middle = ((box.xmin + box.xmax) / 2, (box.ymin + box.ymax) / 2, (box.zmin + box.zmax) / 2)
    try:
        common = shape.mirror(plane, middle).intersect(shape)
        return bool(abs(common.Volume() - volume) <= 1e-3 * abs(volume))
    except Exception:
        return False


def run_test(code: str, workplane: Any) -> str:
    """Return "" for a test that passes, else why it does not."""
    import signal

    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # of processor time, independent of other load
        try:
            names = {"cq": cq, "final_result": workplane, "result": workplane}
            exec(PREAMBLE, names)
            exec(compile(code, "test.py", "exec"), names)
            outcome = "+"
        except BaseException as error:
            outcome = f"{type(error).__name__}: {error}"[:200]
        os.write(writer, outcome.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        outcome = stream.read().decode(errors="replace")
    os.waitpid(child, 0)
    return "" if outcome == "+" else outcome or "no answer within the time limit"
