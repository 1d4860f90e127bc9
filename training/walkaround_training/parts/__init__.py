"""Which part of a vehicle lies where: outlines, labels by eye, and the names that they have in common."""
