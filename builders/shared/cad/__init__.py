"""Parts that a machinist would name, each from a few drawn sizes: what `sgp-cad-3d`, `-3d-complex` and `-2d` show."""
