"""Prepare, train, evaluate and export the models that look at the photos."""
