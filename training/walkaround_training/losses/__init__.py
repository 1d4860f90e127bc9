"""What the networks are trained to minimize."""
