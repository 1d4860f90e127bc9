"""The shape of a hatchback of no make, as a distance field.

Metres. The car drives towards -x, its left is -y, the ground is z = 0. Whatever is drawn on the body (glass, lamps,
gaps between panels) is a signed distance kept at every vertex, so that a coarse mesh still has sharp edges.
"""

import numpy as np
from scipy.interpolate import PchipInterpolator
from skimage.measure import marching_cubes

FRONT_AXLE, REAR_AXLE, WHEEL = 0.83, 3.41, 0.318
REAR_WINDOW = (4.07, 0.78)  # where it begins, and how it leans


def curve(*points):
    xs, ys = zip(*points)
    line = PchipInterpolator(xs, ys)
    return lambda x: line(np.clip(x, xs[0], xs[-1]))


def smooth_max(a, b, k):
    h = np.clip(0.5 + 0.5 * (a - b) / k, 0, 1)
    return b + (a - b) * h + k * h * (1 - h)


def smooth_min(a, b, k):
    return -smooth_max(-a, -b, k)


HOOD = curve((0, 0.71), (0.07, 0.775), (0.25, 0.845), (0.7, 0.935), (1.1, 0.985), (2, 0.965), (3, 0.985), (4.2, 1.0))
ROOF = curve((1.6, 1.385), (2.0, 1.445), (2.5, 1.47), (3.1, 1.455), (3.6, 1.405), (4.1, 1.335))
SECTION = curve((0.15, -0.10), (0.24, -0.05), (0.32, -0.018), (0.5, -0.004), (0.7, 0), (0.85, -0.022), (1.0, -0.075))
NOSE = curve((0.15, 0.09), (0.24, 0.04), (0.36, 0.012), (0.5, 0), (0.6, 0.012), (0.7, 0.05), (0.85, 0.12))
TAIL = curve((0.15, -0.10), (0.26, -0.05), (0.4, -0.01), (0.5, 0), (0.58, -0.008), (0.66, -0.05), (1.0, -0.09))
TUMBLE = curve((0.9, 0.815), (1.0, 0.79), (1.2, 0.715), (1.35, 0.645), (1.47, 0.575))


def wheel_distance(x, z):
    return np.minimum(np.hypot(x - FRONT_AXLE, z - WHEEL), np.hypot(x - REAR_AXLE, z - WHEEL))


def half_width(x, z):
    plan = 0.882 - 0.17 * (np.clip((0.85 - x) / 0.85, 0, 1)) ** 2.4 - 0.13 * (np.clip((x - 3.2) / 0.95, 0, 1)) ** 2.3
    crease = 0.735 + 0.05 * (x - 0.8) / 2.6
    doors = np.clip((x - 1.15) / 0.25, 0, 1) * np.clip((3.1 - x) / 0.25, 0, 1)
    flare = np.exp(-(((wheel_distance(x, z) - 0.355) / 0.06) ** 2))
    return (
        plan
        + SECTION(z)
        + 0.014 * np.exp(-np.abs(z - crease) / 0.045)
        - 0.016 * doors * np.exp(-(((z - 0.43) / 0.07) ** 2))
        + 0.022 * flare
    )


def lower_body(x, y, z):
    a = np.abs(y)
    across = a / 0.88
    side = a - half_width(x, z)
    front = NOSE(z) + 0.02 * across**2 + 0.25 * across**4 - x
    rear = x - (4.15 + TAIL(z) - 0.02 * across**2 - 0.20 * across**4)
    hood_edge = np.clip((1.2 - x) / 0.3, 0, 1)
    top = z - (HOOD(x) - 0.05 * across**2 - hood_edge * 0.012 * np.tanh((a - 0.42 - 0.12 * x) / 0.03))
    bottom = (0.20 + 0.03 * (x < 0.5) + 0.06 * np.clip((x - 3.7) / 0.4, 0, 1) - z)
    body = smooth_max(smooth_max(side, front, 0.10), rear, 0.09)
    body = smooth_max(body, 0.93 * top, 0.055)
    return smooth_max(body, bottom, 0.03)


def greenhouse(x, y, z):
    a = np.abs(y)
    plan = 0.06 * np.clip((1.9 - x) / 0.9, 0, 1) ** 2 + 0.10 * np.clip((x - 2.5) / 1.5, 0, 1) ** 2
    side = (a - TUMBLE(z) + plan) * 0.93
    screen = (1.04 + (z - 0.98) * 1.93 + 0.19 * (y / 0.8) ** 2 - x) / 2.17
    roof = z - (ROOF(x) - 0.045 * (y / 0.6) ** 2)
    begins, leans = REAR_WINDOW
    rear = (x - (begins - (z - 0.95) * leans - 0.11 * (y / 0.7) ** 2)) / np.hypot(1, leans)
    cabin = smooth_max(smooth_max(smooth_max(side, screen, 0.035), rear, 0.05), roof, 0.06)
    return np.maximum(cabin, 0.9 - z)


def mirrors(x, y, z):
    a = np.abs(y) - 0.945
    shell = (np.abs((x - 1.52 - 0.12 * a) / 0.075) ** 3 + np.abs(a / 0.115) ** 3 + np.abs((z - 1.03) / 0.075) ** 3) ** (1 / 3)
    foot = (np.abs((x - 1.53) / 0.035) ** 3 + np.abs((a + 0.12) / 0.10) ** 3 + np.abs((z - 0.985) / 0.022) ** 3) ** (1 / 3)
    return smooth_min((shell - 1) * 0.075, (foot - 1) * 0.03, 0.02)


def body(x, y, z):
    field = smooth_min(lower_body(x, y, z), greenhouse(x, y, z), 0.03)
    arch = np.where(np.abs(y) > 0.5, 0.352 - wheel_distance(x, z), -1)
    field = smooth_max(field, arch, 0.014)
    return smooth_min(field, mirrors(x, y, z), 0.006)


def mesh(field, low, high, step):
    axes = [np.arange(a, b, step) for a, b in zip(low, high)]
    x, y, z = np.meshgrid(*axes, indexing="ij", sparse=True)
    volume = np.broadcast_to(field(x, y, z), [len(a) for a in axes]).astype(np.float32)
    points, faces, _, _ = marching_cubes(volume, 0.0, spacing=(step,) * 3)
    return points + np.array(low), faces[:, ::-1]


def polygon(u, v, corners):
    """Signed distance to a polygon, positive inside."""
    p = np.stack([u, v], -1)
    c = np.array(corners, float)
    distance, inside = np.full(len(p), 9.0), np.zeros(len(p), bool)
    for a, b in zip(c, np.roll(c, -1, 0)):
        ab = b - a
        t = np.clip(((p - a) @ ab) / (ab @ ab), 0, 1)
        distance = np.minimum(distance, np.linalg.norm(p - a - t[:, None] * ab, axis=1))
        crosses = (a[1] > v) != (b[1] > v)
        with np.errstate(divide="ignore", invalid="ignore"):
            inside ^= crosses & (u < (b[0] - a[0]) * (v - a[1]) / (b[1] - a[1]) + a[0])
    return np.where(inside, distance, -distance)


WINDOWS = [
    [(1.50, 1.005), (2.03, 1.365), (2.16, 1.385), (2.53, 1.395), (2.53, 1.005)],
    [(2.62, 1.005), (2.62, 1.395), (2.95, 1.385), (3.17, 1.365), (3.21, 1.02)],
    [(3.26, 1.025), (3.24, 1.355), (3.38, 1.32), (3.56, 1.19), (3.60, 1.12), (3.52, 1.05)],
]
DAYLIGHT = [(1.40, 0.985), (2.02, 1.392), (2.25, 1.41), (2.6, 1.415), (3.0, 1.405), (3.36, 1.36), (3.60, 1.19), (3.64, 1.11), (3.54, 1.02), (3.2, 0.995)]
FRONT_DOOR = [(1.40, 0.31), (1.36, 0.6), (1.36, 0.985), (2.02, 1.40), (2.575, 1.43), (2.575, 0.30)]
REAR_DOOR = [(2.575, 0.30), (2.575, 1.43), (3.05, 1.42), (3.27, 1.36), (3.30, 0.95), (3.24, 0.80), (3.02, 0.58), (2.94, 0.31)]
HEAD_LAMP = [(0.50, 0.655), (0.60, 0.725), (1.28, 0.815), (1.40, 0.81), (1.25, 0.74), (1.02, 0.665)]
TAIL_LAMP = [(0.60, 0.87), (0.56, 0.955), (1.20, 0.985), (1.36, 0.965), (1.22, 0.87), (0.95, 0.835)]
LOWER_GRILLE = [(-0.58, 0.29), (-0.47, 0.455), (0.47, 0.455), (0.58, 0.29)]
UPPER_GRILLE = [(-0.53, 0.66), (-0.50, 0.695), (0.50, 0.695), (0.53, 0.66), (0.44, 0.625), (-0.44, 0.625)]
FOG = [(0.78, 0.33), (0.84, 0.44), (1.02, 0.42), (0.98, 0.33)]
HOOD_PANEL = [(0.16, -1), (0.16, 0.42), (0.26, 0.62), (0.60, 0.715), (1.20, 0.73), (1.30, 0.70), (1.12, 0), (1.12, -1)]
TAILGATE = [(-0.60, 0.60), (-0.66, 0.95), (-0.56, 1.36), (0.56, 1.36), (0.66, 0.95), (0.60, 0.60)]


def regions(p):
    """What is where on the body: a signed distance per name, positive inside."""
    x, y, z = p.T
    a = np.abs(y)
    front, rear = a + x, a + (4.15 - x)
    outside = a - 0.5
    pillar = TUMBLE(z) - 0.06 * np.clip((1.9 - x) / 0.9, 0, 1) ** 2 - 0.055
    back = TUMBLE(z) - 0.10 * np.clip((x - 2.5) / 1.5, 0, 1) ** 2 - 0.075
    screen = np.minimum.reduce([pillar - a, 1.405 - 0.03 * (a / 0.6) ** 2 - z, z - 0.995, 2.0 - x])
    window = np.minimum.reduce([back - a, 1.345 - z, z - 1.035, x - 3.5])
    sides = np.maximum.reduce([polygon(x, z, w) for w in WINDOWS])
    on_side = np.where((a > 0.5) & (a < 0.845 + 0.1 * (z < 0.94)), 0.0, 9.0)
    return {
        "glass": np.maximum.reduce([screen - 0.018, window - 0.015, np.minimum(sides, outside - on_side)]),
        "trim": np.maximum.reduce([screen, window, np.minimum(polygon(x, z, DAYLIGHT), outside - on_side)]),
        "plastic": np.maximum.reduce([0.275 - z, np.minimum(0.40 + 0.05 * np.cos(y * 3) - z, x - 3.75), 0.352 - wheel_distance(x, z) - 0.004]),
        "head": np.minimum(polygon(front, z, HEAD_LAMP), 0.75 - x),
        "tail": np.minimum(polygon(rear, z, TAIL_LAMP), x - 3.4),
        "grille": np.maximum.reduce([
            np.minimum(np.maximum(polygon(y, z, LOWER_GRILLE), polygon(y, z, UPPER_GRILLE)), 0.3 - x),
            np.minimum(polygon(front, z, FOG), 0.5 - x),
        ]),
        "gap_front_door": polygon(x, z, FRONT_DOOR) + on_side,
        "gap_rear_door": polygon(x, z, REAR_DOOR) + on_side,
        "gap_hood": np.where((x < 1.35) & (z > 0.70), polygon(x, a, HOOD_PANEL), 9),
        "gap_front_bumper": np.where((x < 0.70) & (a > 0.5), z - 0.655 - 0.12 * np.clip(front - 1.25, 0, 1), 9),
        "gap_rear_bumper": np.where((x > 3.6) & (z < 0.9), z - 0.60 - 0.16 * np.clip(rear - 1.0, 0, 1), 9),
        "gap_tailgate": np.where(x > 3.55, polygon(y, z, TAILGATE), 9),
        "gap_flap": np.where((y > 0.5) & (x > 3.3), np.hypot(x - 3.55, z - 0.86) - 0.07, 9),
        "lamp_eye": np.minimum(np.hypot(front - 0.80, z - 0.705) - 0.036, np.hypot(front - 1.0, z - 0.728) - 0.034),
    }
