"""One training loop for each kind of network."""
