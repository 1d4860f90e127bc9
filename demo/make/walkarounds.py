"""Renders walkarounds of cars whose damages are known: python walkarounds.py [--to FOLDER] [--width W] [CAR ...].

Each car becomes a folder with its photos and truth.json: of every damage its part, types, severity, and the box on each
photo that shows it. `npm run bench -- findings --rendered FOLDER` reads them. See ../../docs/accuracy.md.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path

import bpy
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector
from PIL import Image, ImageDraw, ImageFont

import damages
import known_damages
import shape
from car import add_body, build_fittings, build_plates, build_wheels, has_font
from materials import body_material
from render import aim, build_yard, light_yard, prepare, take
from walkaround_cars import CARS, LIGHTS, SHAPES, YARDS

STEP = 0.0125
LEAST_SEEN, LEAST_PIXELS = 0.08, 12  # a damage is seen where so much of it is, and not smaller than this
WHEELS = ("rim", "tyre", "Cylinder")


def lettering(text, path):
    image = Image.new("L", damages.SIDE)
    font = ImageFont.truetype("DejaVuSans-Bold.ttf", 190) if has_font() else ImageFont.load_default(190)
    ImageDraw.Draw(image).text(damages.at(2.1, 0.68), text, fill=255, font=font, anchor="mm")
    image.save(path)
    return path


def stretch(size):
    """The body as a whole; wheels stay round and on the ground."""
    length, width, height = size
    for thing in bpy.data.objects:
        if thing.type != "MESH" or thing.name.startswith(YARD):
            continue
        if not thing.name.startswith(WHEELS):
            thing.location = (thing.location.x * length, thing.location.y * width, thing.location.z * height)
            thing.scale = (thing.scale.x * length, thing.scale.y * width, thing.scale.z * height)
            continue
        if thing.name.startswith("Cylinder"):
            thing.location = (thing.location.x * length, thing.location.y * width, thing.location.z * height)
            thing.scale = [height] * 3
            continue
        flat = np.empty(len(thing.data.vertices) * 3)
        thing.data.vertices.foreach_get("co", flat)
        points = flat.reshape(-1, 3)
        axle = min((shape.FRONT_AXLE, shape.REAR_AXLE), key=lambda x: abs(points[:, 0].mean() - x))
        hub = np.array([axle, np.sign(points[:, 1].mean()) * 0.755, shape.WHEEL])
        moved = hub * size + (points - hub) * height
        thing.data.vertices.foreach_set("co", moved.ravel())


YARD = ("ground", "building", "door", "frame", "wall", "house", "hedge", "hall", "fence", "shed", "marking")


def build(car, folder):
    """Answers the places of every damage, in metres of the scene."""
    length, width, height, *rear = SHAPES[car.shape]
    build_yard(**YARDS[car.yard])
    light_yard(*LIGHTS[car.light])
    shape.REAR_WINDOW = tuple(rear)
    points, faces = shape.mesh(shape.body, (-0.06, -1.12, 0.1), (4.26, 1.12, 1.56), STEP)
    regions = shape.regions(points)
    regions["broken"] = np.zeros(len(points), np.float32)
    regions["hole"] = np.full(len(points), -1, np.float32)
    makers = [maker for *_, maker in car.damages]
    body, touched, marks = known_damages.apply(makers, points, regions, folder, car.seed)
    written = lettering(car.lettering, folder / "lettering.png") if car.lettering else None
    material = body_material(car.paint, marks if car.damages else None, car.mud, written)
    add_body(body.points, faces, body.regions, material)
    build_wheels(body.flat)
    build_plates(folder)
    build_fittings(car.paint)
    lose_fittings(car.crushed)
    size = np.array([length, width, height])
    stretch(size)
    bpy.context.view_layer.update()
    return [wheel_places(body.flat, size) if at is None else body.points[at] * size for at in touched]


def lose_fittings(end):
    """Plates and badges do not stay on a crushed end."""
    for thing in list(bpy.data.objects):
        x = thing.location.x
        is_fitting = thing.name.startswith(("Plane", "holder", "Cylinder", "rear wiper"))
        if is_fitting and (end == "front" and x < 0.1 or end == "back" and x > 4.0):
            bpy.data.objects.remove(thing)


def wheel_places(flat, size):
    axle, side = flat
    a = np.linspace(0, 2 * np.pi, 60)
    rim = np.stack([0.3 * np.cos(a), np.full(60, side * 0.12), 0.3 * np.sin(a)], -1)
    return (np.array([axle, side * 0.755, shape.WHEEL - 0.03]) * size) + rim * size[2]


def box_of(places, width, height):
    """Where the camera sees them: the box in pixels, or None where it sees too little."""
    scene = bpy.context.scene
    graph = bpy.context.evaluated_depsgraph_get()
    eye = scene.camera.matrix_world.translation
    chosen = places[:: max(1, len(places) // 400)]
    seen = []
    for place in map(Vector, chosen.tolist()):
        at = world_to_camera_view(scene, scene.camera, place)
        if not (0 <= at.x <= 1 and 0 <= at.y <= 1 and at.z > 0):
            continue
        way = place - eye
        hit, where, *_ = scene.ray_cast(graph, eye, way.normalized(), distance=way.length + 0.1)
        if not hit or (where - place).length < 0.06:
            seen.append((at.x * width, (1 - at.y) * height))
    if len(seen) < LEAST_SEEN * len(chosen):
        return None
    low, high = np.min(seen, 0), np.max(seen, 0)
    if max(high - low) < LEAST_PIXELS:
        return None
    return [round(float(v), 1) for v in (*low, *(high - low))]


def scaled(view, size):
    """Walks with the size of the car."""
    place, look_at, lens = view
    return tuple(np.array(place) * size), tuple(np.array(look_at) * size), lens


def render(car, to, width, samples, only_truth):
    target = to / car.name
    target.mkdir(parents=True, exist_ok=True)
    size = np.array(SHAPES[car.shape][:3])
    with tempfile.TemporaryDirectory() as folder:
        places = build(car, Path(folder))
        prepare(width, samples)
        photos, views = [], [[] for _ in places]
        for name, view in car.views.items():
            began = time.time()
            if only_truth:
                aim(scaled(view, size))
                bpy.context.view_layer.update()
            else:
                take(name, scaled(view, size), Path(folder), target)
            photo = f"{name}.jpg"
            photos.append({"file": photo, "width": width, "height": width * 3 // 4, "close_up": name in car.close_ups})
            for seen, at in zip(views, places):
                box = box_of(at, width, width * 3 // 4)
                if box:
                    seen.append({"photo": photo, "box": box})
            print(f"{car.name}/{photo}: {time.time() - began:.0f} s", flush=True)
    truth = {
        "name": car.name,
        "shape": car.shape,
        "light": car.light,
        "background": car.yard,
        "state": car.state,
        "photos": photos,
        "damages": [
            {"part": part, "types": types, "severity": severity, "views": seen}
            for (part, types, severity, _), seen in zip(car.damages, views)
        ],
    }
    (target / "truth.json").write_text(json.dumps(truth, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cars", nargs="*")
    parser.add_argument("--to", type=Path, default=Path(__file__).parent.parent / "walkarounds")
    parser.add_argument("--width", type=int, default=960)
    parser.add_argument("--samples", type=int, default=6, help="per pixel: time against grain")
    parser.add_argument("--only-truth", action="store_true", help="write truth.json anew; the photos stay")
    options = parser.parse_args()
    for car in CARS:
        if not options.cars or car.name in options.cars:
            render(car, options.to, options.width, options.samples, options.only_truth)


main()
