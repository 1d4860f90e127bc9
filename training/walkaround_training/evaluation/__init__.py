"""Inference with exported models, and the figures of their reports."""
