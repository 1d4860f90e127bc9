"""Reads images and letterboxes them to the square input of the networks."""

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

GRAY = 114


def read_rgb(path: Path) -> Image.Image:
    with Image.open(path) as picture:
        return picture.convert("RGB")


def letterboxed(picture: Image.Image, size: int) -> tuple[np.ndarray, float]:
    """The picture scaled to fit, at the top left of a gray square; and the scale."""
    scale = size / max(picture.size)
    width, height = (max(1, round(side * scale)) for side in picture.size)
    canvas = np.full((size, size, 3), GRAY, np.uint8)
    canvas[:height, :width] = np.asarray(picture.resize((width, height), Image.Resampling.BILINEAR))
    return canvas, scale


def without_margin(canvas: np.ndarray, picture: tuple[int, int], multiple: int) -> np.ndarray:
    """The letterboxed square without its gray rows and columns, up to the next multiple: they take time and tell nothing."""
    size = canvas.shape[0]
    width, height = (max(1, round(side * size / max(picture))) for side in picture)
    return canvas[: -(-height // multiple) * multiple, : -(-width // multiple) * multiple]


def filled(polygons: list[list[float]], scale: float, size: int, cells: int) -> np.ndarray:
    """Coverage 0..255 of the polygons on a grid of cells over the letterboxed square."""
    canvas = Image.new("L", (size, size))
    draw = ImageDraw.Draw(canvas)
    for points in polygons:
        if len(points) >= 6:
            draw.polygon([round(value * scale) for value in points], fill=255)
    return np.asarray(canvas.resize((cells, cells), Image.Resampling.BOX))
