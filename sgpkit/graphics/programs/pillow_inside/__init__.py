"""The program that runs Pillow programs inside the sandbox. Nothing else imports it; it is not type-checked."""
