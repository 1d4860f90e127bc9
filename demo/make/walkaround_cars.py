"""The cars of the rendered walkarounds: shape, paint, light, background, damages and traps of each."""

from dataclasses import dataclass, field

from known_damages import LEFT, RIGHT, broken_lamp, cracked_screen, crushed, dent, flat_tire, hole, only, scratches
from render import around

SHAPES = {  # length, width, height; where the rear window begins and how it leans
    "hatchback": (1.0, 1.0, 1.0, 4.07, 0.78),
    "city car": (0.88, 0.95, 1.02, 4.07, 0.55),
    "estate": (1.10, 1.02, 1.0, 4.12, 0.45),
    "off-roader": (1.05, 1.06, 1.16, 4.10, 0.50),
    "van": (1.06, 1.08, 1.26, 4.14, 0.22),
    "coupe": (1.06, 1.03, 0.94, 3.86, 1.15),
}
LIGHTS = {  # elevation and direction of the sun, its strength, that of the sky
    "noon": (55, 200, 0.4, 0.16),
    "afternoon": (38, 235, 0.4, 0.17),
    "low sun": (14, 150, 0.5, 0.22),
    "overcast": (50, 90, 0.0, 0.30),
    "dusk": (4, 60, 0.05, 0.34),
}
YARDS = {  # house, doors, fence
    "yard": {},
    "red wall": {"house": (0.42, 0.16, 0.11), "doors": (0.05, 0.09, 0.06)},
    "white hall": {"house": (0.75, 0.75, 0.73), "doors": (0.12, 0.20, 0.35), "fence": (0.6, 0.6, 0.6)},
    "dark street": {"house": (0.10, 0.11, 0.12), "doors": (0.02, 0.02, 0.02), "fence": (0.08, 0.08, 0.07)},
}
FRONT_LEFT, REAR_LEFT, REAR_RIGHT, FRONT_RIGHT = (around(a) for a in (38, 142, 218, 322))
CORNERS = {"front-left": FRONT_LEFT, "rear-left": REAR_LEFT, "rear-right": REAR_RIGHT, "front-right": FRONT_RIGHT}


def close(x, side, z=0.62, distance=1.15, lens=36):
    """A close-up of a flank, too near to show a whole panel."""
    return (x - 0.2, side * (0.9 + distance), z + 0.3), (x, side * 0.85, z), lens


def frontal(distance=4.2):
    return around(8, distance + 1.2, 1.3, 46)


def rearward(distance=4.2):
    return around(188, distance + 1.2, 1.3, 46)


@dataclass
class Car:
    name: str
    shape: str
    paint: tuple
    light: str
    yard: str
    state: str
    damages: list  # part, types, severity, what makes it
    views: dict
    mud: float = 0.0
    lettering: str | None = None
    close_ups: tuple = ()
    crushed: str | None = None
    seed: int = field(default=1)


def views(*names, **more):
    return {**{name: CORNERS[name] for name in names}, **more}


CRUSHED_FRONT = crushed("front", 0.34)
CRUSHED_REAR = crushed("back", 0.40)
PUSHED_CORNER = crushed("front", 0.16, top=0.72, seed=9)

CARS = [
    Car("light-scrapes", "hatchback", (0.11, 0.12, 0.13), "afternoon", "yard", "light", [
        ("door_back_left", ["scratch"], 1, scratches(2.64, 0.60, LEFT, 0.38, 0.05, 14, slope=-0.1)),
        ("bumper_front", ["scratch"], 1, scratches(0.18, 0.45, RIGHT, 0.30, 0.08, 20, flakes=20)),
    ], views("front-left", "rear-left", "front-right", close=close(2.9, LEFT)), close_ups=("close",), seed=11),
    Car("dented-doors", "estate", (0.30, 0.01, 0.012), "noon", "white hall", "moderate", [
        ("door_front_left", ["dent"], 2, dent(1.95, 0.58, LEFT, 0.24, 0.17, 0.060)),
        ("door_back_left", ["dent", "scratch"], 2, dent(2.90, 0.64, LEFT, 0.18, 0.14, 0.045)),
        ("fender_back_right", ["dent"], 2, dent(3.78, 0.72, RIGHT, 0.16, 0.13, 0.050)),
    ], views("front-left", "rear-left", "rear-right", close=close(2.9, LEFT, 0.66)), close_ups=("close",), seed=12),
    Car("crushed-front", "coupe", (0.012, 0.055, 0.20), "overcast", "dark street", "wreck", [
        ("bumper_front", ["misshape", "dent", "smash"], 3, only(CRUSHED_FRONT, lambda x, y, z: z < 0.64)),
        ("hood", ["misshape", "dent", "smash"], 3, only(CRUSHED_FRONT, lambda x, y, z: (z > 0.70) & (abs(y) < 0.68))),
        ("head_light_left", ["broken_light"], 3, broken_lamp("front", LEFT)),
        ("head_light_right", ["broken_light"], 3, broken_lamp("front", RIGHT)),
    ], views("front-left", "front-right", "rear-left", front=frontal()), crushed="front", seed=13),
    Car("crushed-rear", "hatchback", (0.55, 0.55, 0.53), "noon", "red wall", "wreck", [
        ("bumper_back", ["misshape", "dent", "smash"], 3, only(CRUSHED_REAR, lambda x, y, z: z < 0.60)),
        ("trunk", ["misshape", "dent", "smash"], 3, only(CRUSHED_REAR, lambda x, y, z: (z > 0.62) & (abs(y) < 0.6))),
        ("tail_light_left", ["broken_light"], 3, broken_lamp("back", LEFT)),
    ], views("rear-left", "rear-right", "front-right", rear=rearward()), crushed="back", seed=14),
    Car("broken-lamps", "city car", (0.75, 0.76, 0.75), "afternoon", "yard", "moderate", [
        ("head_light_left", ["broken_light"], 3, broken_lamp("front", LEFT)),
        ("tail_light_right", ["broken_light"], 3, broken_lamp("back", RIGHT)),
    ], views("front-left", "rear-right", "rear-left", lamp=((-0.75, -1.55, 1.05), (0.18, -0.68, 0.68), 38)), close_ups=("lamp",), seed=15),
    Car("flat-tire", "off-roader", (0.03, 0.06, 0.035), "low sun", "white hall", "moderate", [
        ("wheel_back_right", ["flat_tire"], 2, flat_tire("back", RIGHT)),
        ("door_front_right", ["scratch"], 2, scratches(1.55, 0.58, RIGHT, 0.80, 0.03, 7, slope=0.03, width=(2, 5))),
    ], views("front-left", "rear-right", "front-right", wheel=((3.3, 2.35, 0.62), (3.41, 0.80, 0.34), 45)), close_ups=("wheel",), seed=16),
    Car("stone-hit", "estate", (0.015, 0.015, 0.017), "overcast", "yard", "moderate", [
        ("windshield_front", ["broken_glass"], 2, cracked_screen()),
    ], views("front-left", "front-right", "rear-left", screen=((-0.25, -0.85, 1.75), (1.50, -0.15, 1.15), 35)), close_ups=("screen",), seed=17),
    Car("missing-pieces", "van", (0.70, 0.70, 0.68), "noon", "dark street", "moderate", [
        ("bumper_front", ["missing_piece", "body_crack"], 3, hole(0.30, 0.44, LEFT, 0.11)),
        ("bumper_back", ["missing_piece", "body_crack"], 3, hole(3.92, 0.50, RIGHT, 0.09)),
        ("door_back_right", ["dent"], 2, dent(2.85, 0.62, RIGHT, 0.20, 0.16, 0.055)),
    ], views("front-left", "front-right", "rear-right", close=close(0.4, LEFT, 0.5)), close_ups=("close",), seed=18),
    Car("muddy-intact", "off-roader", (0.42, 0.30, 0.10), "afternoon", "yard", "intact", [], views(*CORNERS), mud=0.45, seed=19),
    Car("lettered-intact", "van", (0.72, 0.72, 0.70), "low sun", "red wall", "intact", [], views(*CORNERS), lettering="PARCEL 24", seed=20),
    Car("mirror-black-intact", "coupe", (0.004, 0.004, 0.005), "noon", "white hall", "intact", [], views(*CORNERS, close=close(1.9, LEFT)), close_ups=("close",), seed=21),
    Car("muddy-scratch", "hatchback", (0.10, 0.22, 0.12), "dusk", "yard", "light", [
        ("fender_back_left", ["scratch"], 2, scratches(3.62, 0.68, LEFT, 0.30, 0.12, 26, flakes=24)),
    ], views("front-left", "rear-left", "rear-right", close=close(3.7, LEFT, 0.68)), mud=0.30, close_ups=("close",), seed=22),
    Car("pushed-corner", "city car", (0.02, 0.16, 0.30), "afternoon", "red wall", "severe", [
        ("bumper_front", ["dent", "misshape", "smash"], 3, only(PUSHED_CORNER, lambda x, y, z: z < 0.64)),
        ("fender_front_left", ["dent"], 2, dent(0.80, 0.78, LEFT, 0.20, 0.12, 0.050)),
        ("head_light_left", ["broken_light"], 3, broken_lamp("front", LEFT)),
    ], views("front-left", "front-right", "rear-right", front=frontal()), crushed="front", seed=23),
]
