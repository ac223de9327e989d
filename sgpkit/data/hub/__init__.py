"""The Hugging Face Hub: datasets pushed, read back and compared; metrics pushed as Spaces."""
