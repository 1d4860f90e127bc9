"""Training samples, made on the device from a pack."""
