"""Studies in which people answer questions about pictures or rate drawings."""
