"""Rotates an image together with its boxes."""

import math

import numpy as np
from PIL import Image

from .images import GRAY


def rotated(picture: Image.Image, boxes: np.ndarray, degrees: float) -> tuple[Image.Image, np.ndarray]:
    """Counter-clockwise; the frame grows to hold the corners, and a box becomes the hull of its turned corners."""
    seen = picture.rotate(degrees, Image.Resampling.BILINEAR, expand=True, fillcolor=(GRAY, GRAY, GRAY))
    angle = math.radians(degrees)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    corners = boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]].reshape(-1, 4, 2) - np.array(picture.size) / 2
    moved = corners @ turn.T + np.array(seen.size) / 2
    return seen, np.concatenate([moved.min(1), moved.max(1)], 1)
