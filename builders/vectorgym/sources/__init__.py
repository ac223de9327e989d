"""Sources of VectorGym's rows: the builtin scenes, and the published data."""
