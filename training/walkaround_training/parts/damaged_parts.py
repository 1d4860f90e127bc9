"""Photos of damaged vehicles with all parts outlined. What is neither outlined nor away from the vehicle stays open."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from ..data.images import letterboxed, read_rgb
from .hull import hull

GAP_MARGIN = 1.06  # what lies in the hull of the parts, a little enlarged, may belong to one of them

Photos = dict[str, dict[str, Any]]


def load_damaged(settings: dict[str, Any]) -> Photos:
    """The photos of the file that a configuration names, or none."""
    if "damaged_labels" not in settings:
        return {}
    return json.loads(Path(settings["damaged_labels"]).read_text())["photos"]


def drawn_damaged(
    pictures: Path, file: str, photos: Photos, names: list[str], base: int, size: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The letterboxed photo; its parts of names[:base], and all of its parts. The value len(names) leaves a pixel open."""
    canvas, scale = letterboxed(read_rgb(pictures / file), size)
    label, is_open = photos[file], len(names)
    shapes = [(names.index(name), points) for name, polygons in label["outlines"].items() for points in polygons]
    shapes.sort(key=lambda shape: -area(shape[1]))  # a lamp lies on a bumper, never the other way round
    corners = [(x, y) for _, points in shapes for x, y in zip(points[::2], points[1::2])]
    gaps = [value for corner in hull(corners, GAP_MARGIN) for value in corner]
    around = painted([(1, points) for points in (gaps, *label.get("open", []))], scale, size)
    every, lower = painted(shapes, scale, size), painted([one for one in shapes if one[0] < base], scale, size)
    lower[(lower == 0) & ((every > 0) | (around > 0))] = is_open
    every[(every == 0) & (around > 0)] = is_open
    return canvas, lower, every


def painted(shapes: list[tuple[int, list[float]]], scale: float, size: int) -> np.ndarray:
    canvas = Image.new("L", (size, size))
    pen = ImageDraw.Draw(canvas)
    for value, points in shapes:
        pen.polygon([round(number * scale) for number in points], fill=value)
    return np.array(canvas)


def area(points: list[float]) -> float:
    x, y = np.reshape(points, (-1, 2)).T
    return abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2
