"""Material of VectorGym's builtin rows: scenes, edits of scenes, and sketches of drawings."""
