"""Faults added to good photos, each at a known strength."""
