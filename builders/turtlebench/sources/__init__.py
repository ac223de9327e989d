"""The sources of TurtleBench's rows: our own figures, and the published tasks."""
