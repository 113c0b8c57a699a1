"""What is proven of a banner: contrast on the painted pixels, and the design check."""
