"""Close views of a photo, as a phone held near the panel takes them, with the places of boxes on them."""

import io
import math
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageFilter

from ..data.images import GRAY

ASPECTS = (1.0, 4 / 3, 3 / 4, 16 / 9)


@dataclass
class View:
    """A window of a picture, turned and perhaps mirrored, at the top left of a square."""

    center: tuple[float, float]
    window: tuple[float, float]
    turn: float
    flip: bool
    size: int

    @property
    def scale(self) -> float:
        return self.size / max(self.window)

    @property
    def shape(self) -> tuple[int, int]:
        return tuple(max(1, round(side * self.scale)) for side in self.window)

    def drawn(self, picture: Image.Image, resample: Image.Resampling, fill: int) -> np.ndarray:
        """Scaled first, as turning alone does not smooth what becomes smaller."""
        small = picture.resize([max(1, round(side * self.scale)) for side in picture.size], resample)
        (width, height), sign = self.shape, -1 if self.flip else 1
        c, s = math.cos(self.turn), math.sin(self.turn)
        x, y = (value * self.scale for value in self.center)
        steps = (sign * c, -s, x - sign * c * width / 2 + s * height / 2,
                 sign * s, c, y - sign * s * width / 2 - c * height / 2)  # fmt: skip
        bands = len(picture.getbands())
        return np.asarray(
            small.transform((self.size, self.size), Image.Transform.AFFINE, steps,
                            Image.Resampling.NEAREST if bands == 1 else Image.Resampling.BILINEAR,
                            fillcolor=fill if bands == 1 else (fill,) * 3)
        )  # fmt: skip

    def boxes(self, boxes: np.ndarray) -> np.ndarray:
        """Corners on the square; a turn moves a box and leaves its sides."""
        middle = (boxes[:, :2] + boxes[:, 2:]) / 2 - self.center
        half = (boxes[:, 2:] - boxes[:, :2]) / 2 * self.scale
        c, s = math.cos(self.turn), math.sin(self.turn)
        across = (c * middle[:, 0] + s * middle[:, 1]) * (-1 if self.flip else 1)
        down = -s * middle[:, 0] + c * middle[:, 1]
        there = np.stack([across, down], 1) * self.scale + np.array(self.shape) / 2
        return np.concatenate([there - half, there + half], 1)

    def clipped(self, boxes: np.ndarray) -> np.ndarray:
        return np.clip(boxes, 0, np.tile(self.shape, 2))


def area(boxes: np.ndarray) -> np.ndarray:
    return np.prod(np.maximum(boxes[:, 2:] - boxes[:, :2], 0), 1)


def whole_view(picture: Image.Image, size: int) -> View:
    width, height = picture.size
    return View((width / 2, height / 2), (width, height), 0.0, False, size)


def near_whole(picture: Image.Image, size: int, rng: np.random.Generator) -> View:
    width, height = picture.size
    zoom = rng.uniform(0.75, 1.05)
    center = [side * (0.5 + rng.uniform(-1, 1) * max(0.02, (1 - zoom) / 2)) for side in picture.size]
    return View(tuple(center), (width * zoom, height * zoom), rng.uniform(-0.1, 0.1), rng.random() < 0.5, size)


def view_around(point: np.ndarray, side: float, limits: tuple[int, int], size: int, rng: np.random.Generator) -> View:
    """`side`: of the window, which stays inside the picture; the point lies somewhere in its inner half if it can."""
    aspect = rng.choice(ASPECTS)
    window = (min(side * min(1, aspect), limits[0]), min(side / max(1, aspect), limits[1]))
    center = tuple(
        float(np.clip(at + rng.uniform(-0.25, 0.25) * width, width / 2, limit - width / 2))
        for at, width, limit in zip(point, window, limits)
    )
    return View(center, window, rng.uniform(-0.15, 0.15), rng.random() < 0.5, size)


def worn(pixels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Blurred and compressed, as many small photos are."""
    picture = Image.fromarray(pixels)
    if rng.random() < 0.3:
        picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 1.2)))
    if rng.random() < 0.5:
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=int(rng.integers(35, 90)))
        picture = Image.open(file)
    return np.asarray(picture)


def gray_outside(pixels: np.ndarray, view: View) -> np.ndarray:
    canvas = np.full_like(pixels, GRAY)
    width, height = view.shape
    canvas[:height, :width] = pixels[:height, :width]
    return canvas
