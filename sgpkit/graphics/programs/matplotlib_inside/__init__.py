"""The program that runs matplotlib programs inside the sandbox. Nothing else imports it; it is not type-checked."""
