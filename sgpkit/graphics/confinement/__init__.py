"""How the sandbox is built. Only `sgpkit.graphics.sandbox` imports from here, and all else goes through that door."""
