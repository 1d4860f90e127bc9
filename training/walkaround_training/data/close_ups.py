"""Close-ups of undamaged panels, cut from photos of intact vehicles."""

import numpy as np
from PIL import Image

MIN_SIDE = 440  # of the picture: a crop of a smaller one holds too few pixels
PER_CAR = 8


def close_ups(picture: Image.Image, car: list[float], seed: int) -> list[Image.Image]:
    """The same crops every time for the same seed; none from a small picture."""
    if max(picture.size) < MIN_SIDE:
        return []
    rng = np.random.default_rng(seed)
    left, top, right, bottom = car
    long_side = max(right - left, bottom - top)
    crops = []
    for _ in range(PER_CAR):
        side = long_side * rng.uniform(0.25, 0.5)
        x = left + (right - left) * rng.uniform(0.15, 0.85) - side / 2
        y = top + (bottom - top) * rng.uniform(0.2, 0.8) - side / 2
        x, y = (float(np.clip(v, 0, max(0, limit - side))) for v, limit in zip((x, y), picture.size))
        box = (round(x), round(y), round(min(x + side, picture.width)), round(min(y + side, picture.height)))
        crops.append(picture.crop(box))
    return crops
