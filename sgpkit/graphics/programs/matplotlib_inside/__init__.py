"""What runs matplotlib programs inside the sandbox. Nothing outside imports it, and it is not type-checked."""
