"""The sources of the instruction data: the object grammar, reviewed captions, the published pairs."""
