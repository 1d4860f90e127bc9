"""Damages that are made together with their truth: each says what it is, and which points of the body it touches.

A kind takes the points of the body and what is where on them (shape.regions), changes both, and answers the places that
it damaged, in metres. Left is side -1, as in shape.py.
"""

import random
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter
from scipy.spatial import cKDTree

import damages
import shape

LEFT, RIGHT = -1, 1
SIDES = {LEFT: "left", RIGHT: "right"}
AXLES = {"front": shape.FRONT_AXLE, "back": shape.REAR_AXLE}


@dataclass
class Body:
    points: np.ndarray
    regions: dict
    canvas: dict  # what is drawn on each side
    screen: bool = False
    flat: tuple | None = None

    def near(self, x, z, side, reach=0.03):
        """Points of one flank next to these places."""
        flank = np.flatnonzero(side * self.points[:, 1] > 0.45)
        tree = cKDTree(self.points[flank][:, [0, 2]])
        hits = tree.query_ball_point(np.stack([x, z], -1), reach)
        return flank[sorted(set().union(*map(set, hits)))]


def dent(x, z, side, rx, rz, depth):
    def make(body, rng):
        touched = body.near(*ring(x, z, rx, rz), side, 0.04)
        body.points = damages.dent(body.points, [(x, z, side, rx, rz, depth)])
        return touched

    return make


def ring(x, z, rx, rz):
    a = np.linspace(0, 2 * np.pi, 40)
    return x + 0.8 * rx * np.cos(a), z + 0.8 * rz * np.sin(a)


def scratches(x, z, side, length, height, count, flakes=0, slope=0.0, width=(1, 5)):
    def make(body, rng):
        own = Image.new("L", damages.SIDE)
        draw = ImageDraw.Draw(own)
        damages.strokes(draw, rng, x, z, length, height, count, slope, width)
        if flakes:
            damages.scrape(draw, rng, x + length / 2, z, length / 2, height, flakes)
        canvas = body.canvas[side]
        canvas.paste(255, mask=own)
        v, u = np.nonzero(np.asarray(own)[::8, ::8])
        return body.near(u * 8 / damages.SIDE[0] * 4.2, 0.15 + (1 - v * 8 / damages.SIDE[1]) * 1.4, side)

    return make


def broken_lamp(end, side):
    def make(body, rng):
        lamp = body.regions["head" if end == "front" else "tail"]
        hit = (lamp > 0.004) & (side * body.points[:, 1] > 0)
        within = body.points[hit].min(0), body.points[hit].max(0)
        inwards = (0.75 if end == "front" else -0.75, -side * 0.6, -0.2)
        body.points, broken = damages.break_lamp(body.points, lamp, side, within, inwards)
        body.regions["broken"] = np.maximum(body.regions["broken"], broken)
        return np.flatnonzero(hit)

    return make


def cracked_screen():
    def make(body, rng):
        body.screen = True
        x, y, z = body.points.T
        u, v = (y + 0.8) / 1.6, (x - 0.95) / 1.15
        on = (body.regions["glass"] > 0) & (x < 2.0) & (np.hypot(u - 0.36, (v - 0.45) * 0.72) < 0.22)
        return np.flatnonzero(on & (np.abs(y) < 0.75))

    return make


def flat_tire(end, side):
    def make(body, rng):
        body.flat = (AXLES[end], side)
        return None  # the whole wheel

    return make


def hole(x, z, side, radius):
    """A piece broken out: dark inside, with a ragged edge."""

    def make(body, rng):
        px, py, pz = body.points.T
        turn = np.arctan2(pz - z, px - x)
        ragged = radius * (0.16 * np.sin(3 * turn + 1) + 0.09 * np.sin(7 * turn) + 0.06 * np.sin(16 * turn + 2))
        distance = radius + ragged - np.hypot(px - x, pz - z)
        distance = np.where(side * py > 0.4, distance, -1)
        body.regions["hole"] = np.maximum(body.regions["hole"], distance)
        body.points[:, 1] -= side * np.clip(distance, 0, 0.05) * 1.6
        return np.flatnonzero(distance > 0)

    return make


def crushed(end, depth, top=2.0, seed=5):
    """A whole end pushed in and crumpled. Answers the points for each part concerned."""

    def make(body, rng):
        x, y, z = body.points.T
        inward = x if end == "front" else 4.15 - x
        share = np.clip(1 - inward / (2.2 * depth), 0, 1) ** 1.4 * (z < top)
        noise = np.random.default_rng(seed)
        waves = sum(
            noise.uniform(0.4, 1) * np.sin(body.points @ (noise.normal(0, 1, 3) * k) + noise.uniform(0, 6))
            for k in (3, 5, 8)
            for _ in range(3)
        )
        forward = 1 if end == "front" else -1
        body.points = body.points + share[:, None] * np.stack(
            [forward * depth * (0.8 + 0.16 * waves), 0.022 * waves, 0.022 * waves + 0.12 * share * (z > 0.6)], -1
        )
        return np.flatnonzero(share > 0.06)

    return make


def only(kind, test):
    """The part of what another damage touched that lies here; it changes nothing itself."""

    def make(body, rng, touched):
        return touched[test(*body.points[touched].T)]

    make.of = kind
    return make


def apply(made, points, regions, folder, seed):
    """Makes the damages of a car; answers its body and, of each damage, the points that it touched."""
    rng = random.Random(seed)
    body = Body(points, regions, {side: Image.new("L", damages.SIDE) for side in SIDES})
    known, touched = {}, []
    for make in made:
        kind = getattr(make, "of", None)
        if kind is None:
            touched.append(make(body, rng))
        else:
            if kind not in known:
                known[kind] = (body.points.copy(), kind(body, rng))
            before, hit = known[kind]
            after, body.points = body.points, before
            touched.append(make(body, rng, hit))
            body.points = after
    marks = {}
    for side, canvas in body.canvas.items():
        marks[SIDES[side]] = folder / f"{SIDES[side]}.png"
        canvas.filter(ImageFilter.GaussianBlur(0.6)).save(marks[SIDES[side]])
    if body.screen:
        marks["screen"] = folder / "screen.png"
        damages.cracks(marks["screen"], rng)
    return body, touched, marks
