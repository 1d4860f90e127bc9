"""The convex hull of points."""

import numpy as np

Point = tuple[float, float]


def hull(points: list[Point], margin: float) -> list[Point]:
    """Enlarged by the margin around the mean of its corners."""
    ordered = sorted(set(points))
    sides: list[list[Point]] = []
    for run in (ordered, ordered[::-1]):
        side: list[Point] = []
        for point in run:
            while len(side) > 1 and turn(side[-2], side[-1], point) <= 0:
                side.pop()
            side.append(point)
        sides.append(side[:-1])
    corners = np.array(sides[0] + sides[1], float)
    middle = corners.mean(0)
    return [tuple(corner) for corner in middle + (corners - middle) * margin]


def turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
