"""The generator of drawings, of changes to them, and of defects and waste in them."""
