"""The damages: dents as moved vertices, scratches and cracks as drawn pictures. Always the same ones."""

import random

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

SIDE = (4096, 1366)  # covers x 0..4.2 and z 0.15..1.55


def at(x, z):
    return x / 4.2 * SIDE[0], (1 - (z - 0.15) / 1.4) * SIDE[1]


def strokes(draw, rng, x, z, length, height, count, slope=0.0, width=(1, 4)):
    """A bundle of scratches that start near (x, z) and run backwards."""
    for _ in range(count):
        start = x + rng.uniform(-0.06, 0.25) * length, z + rng.uniform(-0.5, 0.5) * height
        run, level = length * rng.uniform(0.3, 1.0), 255 - rng.randrange(110)
        points = []
        for step in range(24):
            t = step / 23
            wander = 0.004 * np.sin(t * 3.3 + start[1] * 60) + rng.uniform(-0.0007, 0.0007)
            points.append(at(start[0] + run * t, start[1] + slope * run * t + wander))
        for a, b in zip(points, points[1:]):
            if rng.random() < 0.93:
                draw.line([a, b], fill=level, width=rng.randint(*width))


def scrape(draw, rng, x, z, length, height, count):
    """Paint rubbed off in flakes along a line."""
    for _ in range(count):
        cx, cz = rng.gauss(x, length / 4), rng.gauss(z, height / 4)
        w, h = rng.uniform(0.01, 0.06), rng.uniform(0.002, 0.010)
        corners = [at(cx + w * rng.uniform(-1, 1), cz + h * rng.uniform(-1, 1)) for _ in range(6)]
        draw.polygon(corners, fill=rng.choice((150, 200, 255)))


def cracks(path, rng):
    """A stone hit low on the passenger's side of the windscreen, seen from above."""
    size = (2048, 1472)
    image = Image.new("L", size)
    draw = ImageDraw.Draw(image)
    centre = np.array([size[0] * 0.36, size[1] * (1 - 0.45)])
    rays = []
    for k in range(34):
        angle, length, points = k / 34 * 2 * np.pi + rng.uniform(-0.08, 0.08), rng.uniform(180, 760), [centre]
        for _ in range(16):
            angle += rng.gauss(0, 0.06)
            points.append(points[-1] + length / 16 * np.array([np.cos(angle), np.sin(angle) * 1.3]))
        rays.append(points)
        for i, (a, b) in enumerate(zip(points, points[1:])):
            draw.line([tuple(a), tuple(b)], fill=250 - 9 * i, width=4 if i < 7 else 3)
    for ring in (1, 2, 3, 4, 6, 8, 11):
        for one, other in zip(rays, rays[1:] + rays[:1]):
            if rng.random() < 0.85 - ring * 0.05:
                draw.line([tuple(one[ring]), tuple(other[ring])], fill=230 - 8 * ring, width=3)
    haze = Image.new("L", size)
    ImageDraw.Draw(haze).ellipse([*(centre - 110), *(centre + 110)], fill=110)
    image = ImageChops.lighter(image, haze.filter(ImageFilter.GaussianBlur(45)))
    image.filter(ImageFilter.GaussianBlur(0.8)).save(path)


def draw_marks(folder):
    rng = random.Random(7)
    left, right = Image.new("L", SIDE), Image.new("L", SIDE)
    draw = ImageDraw.Draw(left)
    strokes(draw, rng, 2.66, 0.66, 0.52, 0.13, 30, slope=-0.12, width=(1, 4))
    strokes(draw, rng, 2.78, 0.58, 0.26, 0.05, 12, slope=-0.16, width=(2, 5))
    scrape(draw, rng, 2.86, 0.62, 0.22, 0.05, 26)
    scrape(draw, rng, 0.34, 0.50, 0.22, 0.10, 60)
    strokes(draw, rng, 0.16, 0.52, 0.42, 0.14, 26, width=(1, 5))
    strokes(draw, rng, 3.80, 0.50, 0.25, 0.05, 12)
    draw = ImageDraw.Draw(right)
    strokes(draw, rng, 3.55, 0.66, 0.35, 0.14, 34, slope=-0.1, width=(1, 5))
    scrape(draw, rng, 3.72, 0.64, 0.22, 0.08, 40)
    strokes(draw, rng, 1.50, 0.55, 0.9, 0.02, 5, slope=0.02, width=(2, 4))
    paths = {name: folder / f"{name}.png" for name in ("left", "right", "screen")}
    left.filter(ImageFilter.GaussianBlur(0.6)).save(paths["left"])
    right.filter(ImageFilter.GaussianBlur(0.6)).save(paths["right"])
    cracks(paths["screen"], rng)
    return paths


DENTS = [  # x, z, side (-1 left), radius along x and z, depth
    (1.98, 0.60, -1, 0.24, 0.17, 0.058),
    (1.86, 0.52, -1, 0.10, 0.07, 0.020),
    (0.80, 0.82, -1, 0.14, 0.07, 0.030),
    (3.78, 0.72, 1, 0.16, 0.14, 0.050),
    (3.68, 0.60, 1, 0.08, 0.10, 0.025),
]


def dent(points, dents=DENTS):
    """Moves vertices inwards: a steep rim, a soft floor, and a fold across."""
    moved = points.copy()
    x, y, z = points.T
    for cx, cz, side, rx, rz, depth in dents:
        dx, dz = (x - cx) / rx, (z - cz) / rz
        r = np.hypot(dx, dz)
        hollow = np.where(r < 1, (1 - r**2) ** 1.5, 0) - 0.10 * np.exp(-(((r - 1.12) / 0.16) ** 2))
        fold = 0.35 * np.exp(-np.abs(dz - 0.55 * dx) / 0.10) * np.clip(1 - r, 0, 1)
        on_side = np.clip((side * y - 0.5) / 0.1, 0, 1)
        moved[:, 1] -= side * depth * (hollow + fold) * on_side
    return moved


LEFT_HEAD_LAMP = ((0, -0.9, 0.62), (0.6, -0.4, 0.84))


def break_lamp(points, lamp, side=-1, within=LEFT_HEAD_LAMP, inwards=(0.75, 0.6, -0.2)):
    """A lamp knocked in, shard by shard; also says where, for the material. lamp: its signed distances."""
    rng = np.random.default_rng(3)
    hit = (lamp > 0.004) & (side * points[:, 1] > 0)
    seeds = rng.uniform(*within, (60, 3))
    depths = rng.uniform(0.0, 0.07, 60)
    nearest = np.argmin(((points[hit][:, None] - seeds) ** 2).sum(-1), 1)
    moved = points.copy()
    moved[hit] += depths[nearest][:, None] * np.array(inwards)
    return moved, hit.astype(np.float32)
