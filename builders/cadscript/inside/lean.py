"""CadQuery and build123d without the packages that only assemblies, the sketch solver, meshes and viewers need.

The packages of VTK, casadi, nlopt, scipy, IPython and lib3mf (700 MB) are answered by modules of empty classes. Where a
program runs, this file is shown by its content and run as text; where solids are measured, it is imported.
"""

import importlib.abc
import importlib.machinery
import sys
import types

ABSENT = (
    *("vtkmodules", "vtk", "casadi", "nlopt", "numba", "scipy", "sympy", "sklearn", "IPython", "lib3mf", "requests"),
    *("PIL", "threejs_materials", "bd_materials", "svgwrite"),
)


class Hollow(type):
    """An empty class whose every attribute is one too."""

    def __getattr__(cls, name: str) -> "Hollow":
        if name.startswith("__"):
            raise AttributeError(name)
        return Hollow(name, (), {})


class Empty(types.ModuleType):
    """A module whose every name is an empty class."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []

    def __getattr__(self, name: str) -> Hollow:
        if name.startswith("__"):
            raise AttributeError(name)
        return Hollow(name, (), {})


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """A finder that answers for packages that are absent on purpose."""

    def find_spec(self, name, path=None, target=None):  # type: ignore[no-untyped-def]
        """Return a spec for an absent package."""
        if name.split(".")[0] in ABSENT or name.startswith("OCP.IVtk"):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):  # type: ignore[no-untyped-def]
        """Return an empty module."""
        return Empty(spec.name)

    def exec_module(self, module):  # type: ignore[no-untyped-def]
        """Do nothing."""


sys.meta_path.insert(0, Finder())
