"""Images drawn by integer arithmetic only, so that another language can draw exactly the same pixels."""

from typing import Any

import numpy as np

Shape = dict[str, Any]


def drawn(width: int, height: int, shapes: list[Shape]) -> np.ndarray:
    """RGB pixels. A shape's color changes along the picture by its slope, in 1/256 per pixel, and may have grain."""
    y, x = np.mgrid[0:height, 0:width].astype(np.int64)
    grain = (noise(x, y) >> 24) % 16
    pixels = np.zeros((height, width, 3), np.int64)
    for shape in shapes:
        inside = covered(shape, x, y)
        for channel in range(3):
            across, down = shape.get("slope", [0, 0])
            value = shape["color"][channel] + ((across * x + down * y) >> 8) + grain * shape.get("grain", 0)
            pixels[..., channel][inside] = value[inside]
    return pixels.clip(0, 255).astype(np.uint8)


def noise(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    mixed = (x * 374761393 + y * 668265263) & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF


def covered(shape: Shape, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    if "ellipse" in shape:
        cx, cy, rx, ry = shape["ellipse"]
        return (x - cx) ** 2 * ry**2 + (y - cy) ** 2 * rx**2 <= rx**2 * ry**2
    points = shape["polygon"]
    inside = np.zeros(x.shape, bool)
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]]):
        if ay != by:
            inside ^= ((ay > y) != (by > y)) & (
                x * abs(by - ay) < (ax * (by - ay) + (y - ay) * (bx - ax)) * sign(by - ay)
            )
    return inside


def sign(value: int) -> int:
    return 1 if value > 0 else -1


def scaled(shapes: list[Shape], factor: float) -> list[Shape]:
    """The same drawing at another size, in whole pixels."""

    def at(values: list[Any]) -> list[Any]:
        return [at(value) if isinstance(value, list) else round(value * factor) for value in values]

    moved = []
    for shape in shapes:
        slope = [round(value / factor) for value in shape.get("slope", [0, 0])]
        places = {key: at(shape[key]) for key in ("ellipse", "polygon") if key in shape}
        moved.append({**shape, "slope": slope, **places})
    return moved


def box(left: int, top: int, right: int, bottom: int) -> list[list[int]]:
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def wheel(x: int, y: int, radius: int) -> list[Shape]:
    return [
        {"ellipse": [x, y, radius, radius], "color": [28, 28, 30]},
        {"ellipse": [x, y, radius * 2 // 3, radius * 2 // 3], "color": [150, 152, 156], "slope": [0, -30]},
        {"ellipse": [x, y, radius // 5, radius // 5], "color": [60, 60, 64]},
    ]


def street(width: int, height: int, horizon: int) -> list[Shape]:
    return [
        {"polygon": box(0, 0, width, horizon), "color": [170, 174, 178], "slope": [0, 40]},
        {"polygon": box(0, horizon, width, height), "color": [96, 96, 92], "slope": [0, 12]},
    ]


def scratches(rng: np.random.Generator, count: int, area: tuple[int, int, int, int]) -> list[Shape]:
    """Thin light lines at random places of an area."""
    left, top, right, bottom = area
    lines = []
    for _ in range(count):
        x, y = int(rng.integers(left, right)), int(rng.integers(top, bottom))
        dx, dy = int(rng.integers(20, 70)), int(rng.integers(-14, 14))
        lines.append(
            {"polygon": [[x, y], [x + dx, y + dy], [x + dx, y + dy + 3], [x, y + 2]], "color": [235, 235, 232]}
        )
    return lines


def side_view(rng: np.random.Generator) -> list[Shape]:
    """A car from its left, 960 by 600: the front at the left of the picture."""
    paint = [int(rng.integers(100, 140))] * 3
    body = [[70, 360], [190, 330], [300, 220], [600, 210], [730, 320], [880, 340], [900, 450], [60, 450]]
    return [
        *street(960, 600, 380),
        {"polygon": body, "color": paint, "slope": [0, -60]},
        {"polygon": [[310, 240], [440, 232], [440, 325], [240, 330]], "color": [40, 48, 58], "slope": [20, 0]},
        {"polygon": [[455, 232], [590, 228], [690, 322], [455, 325]], "color": [44, 52, 62], "slope": [20, 0]},
        {"polygon": box(446, 230, 450, 440), "color": [25, 25, 28]},
        {"polygon": [[72, 365], [120, 350], [118, 385], [70, 390]], "color": [240, 240, 225]},
        {"polygon": [[862, 345], [888, 348], [892, 385], [868, 380]], "color": [170, 25, 25]},
        {"ellipse": [250, 322, 22, 14], "color": paint, "slope": [0, -30]},
        *wheel(220, 450, 68),
        *wheel(740, 450, 68),
        *scratches(rng, 6, (320, 350, 640, 420)),
    ]


def panel(rng: np.random.Generator) -> list[Shape]:
    """Sheet metal from near, 600 by 800, with dents, scratches and a hole."""
    shapes: list[Shape] = [{"polygon": box(0, 0, 600, 800), "color": [165, 30, 34], "slope": [40, 60], "grain": 1}]
    for _ in range(5):
        x, y, rx, ry = (int(rng.integers(a, b)) for a, b in ((80, 520), (80, 720), (20, 90), (15, 60)))
        shapes.append({"ellipse": [x, y, rx, ry], "color": [120, 22, 26], "slope": [60, 20], "grain": 1})
        shapes.append({"ellipse": [x + rx // 4, y + ry // 4, rx // 2, ry // 2], "color": [215, 120, 120]})
    hole = [[380, 520], [470, 500], [520, 580], [450, 640], [360, 600]]
    return [*shapes, *scratches(rng, 8, (60, 200, 480, 700)), {"polygon": hole, "color": [14, 14, 16], "grain": 1}]
