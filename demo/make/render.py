"""Renders the demo's pictures: python render.py [--width W] [--samples S] [VIEW ...]. See ../pictures/README.md."""

import argparse
import math
import tempfile
from pathlib import Path

import bpy
from mathutils import Vector
from PIL import Image

from car import box, build_car
from materials import asphalt, plain, wall

PICTURES = Path(__file__).parent.parent / "pictures"
BLUE = (0.012, 0.055, 0.20)
CENTRE = (2.08, 0.0, 0.66)


def around(degrees, distance=5.6, height=1.45, lens=41):
    """A camera that walks around the car: 0 is in front, 90 on its left."""
    a = math.radians(degrees)
    return (CENTRE[0] - distance * math.cos(a), -distance * math.sin(a), height), CENTRE, lens


DAMAGED = {  # where the camera stands, what it looks at, its focal length in mm
    "front": around(4, 5.6, 1.4, 52),
    "front-left": around(38),
    "left": around(90, 5.9, 1.3, 40),
    "rear-left": around(142),
    "rear": around(184, 5.6, 1.4, 52),
    "rear-right": around(218),
    "right": around(270, 5.9, 1.3, 40),
    "front-right": around(322),
    "door-close": ((1.75, -2.35, 1.15), (1.98, -0.88, 0.62), 32),
    "scratch-close": ((2.75, -2.05, 1.05), (2.90, -0.88, 0.63), 35),
    "lamp-close": ((-0.75, -1.55, 1.05), (0.18, -0.68, 0.68), 38),
    "windscreen-close": ((-0.25, -0.85, 1.75), (1.50, -0.15, 1.15), 35),
    "quarter-close": ((4.25, 2.35, 1.10), (3.72, 0.80, 0.66), 35),
    "wheel-close": ((0.70, -2.25, 0.62), (0.83, -0.80, 0.34), 45),
    "rear-bumper-close": ((4.55, -2.05, 0.95), (3.92, -0.74, 0.56), 38),
}
INTACT = {"intact-front-left": around(38)}


def build_yard(house=(0.55, 0.52, 0.46), doors=(0.30, 0.33, 0.36), fence=(0.30, 0.14, 0.10)):
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)
    bpy.ops.mesh.primitive_plane_add(size=120)
    bpy.context.object.name = "ground"
    bpy.context.object.data.materials.append(asphalt())
    render, shutter = wall("render", house), plain("shutter", doors, 0.5)
    brick, hedge = wall("brick", fence), plain("hedge", (0.03, 0.07, 0.02), 0.9)
    line = plain("line", (0.6, 0.6, 0.58), 0.8)
    box("building", (2, 11.5, 2.4), (26, 3, 4.8), render)
    for x in (-8, -3.5, 1, 5.5, 10):
        box("door", (x, 9.97, 1.3), (2.8, 0.08, 2.6), shutter)
        box("frame", (x, 9.99, 1.36), (3.0, 0.05, 2.75), line)
    box("wall", (2, -12.5, 1.1), (34, 0.4, 2.2), brick)
    box("house", (4, -19, 3.2), (12, 7, 6.4), render)
    box("hedge", (-13, 0, 0.9), (1.4, 22, 1.8), hedge, 0.3)
    box("hall", (-24, -4, 3.5), (6, 30, 7), render)
    box("fence", (17, 0, 1.0), (0.3, 24, 2.0), brick)
    box("shed", (24, 3, 3), (8, 16, 6), shutter)
    for y in (-1.7, 1.7):
        box("marking", (2.1, y, 0.001), (5.2, 0.10, 0.004), line)


def light_yard(elevation=42, rotation=235, sun=0.4, strength=0.17):
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    nodes = world.node_tree.nodes
    sky = nodes.new("ShaderNodeTexSky")
    sky.sky_type, sky.sun_elevation, sky.sun_rotation = "NISHITA", math.radians(elevation), math.radians(rotation)
    sky.sun_intensity, sky.sun_size, sky.dust_density = sun, math.radians(2), 2.0
    world.node_tree.links.new(sky.outputs[0], nodes["Background"].inputs[0])
    nodes["Background"].inputs[1].default_value = strength


def prepare(width, samples):
    scene = bpy.context.scene
    scene.render.engine, scene.cycles.device = "CYCLES", "CPU"
    scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.denoiser = samples, True, "OPENIMAGEDENOISE"
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.max_bounces, scene.cycles.diffuse_bounces, scene.cycles.glossy_bounces = 3, 1, 2
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.use_persistent_data = True
    scene.render.resolution_x, scene.render.resolution_y = width, width * 3 // 4
    scene.view_settings.view_transform, scene.view_settings.look = "Filmic", "Medium High Contrast"
    scene.render.image_settings.file_format = "PNG"
    scene.camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    scene.collection.objects.link(scene.camera)


def aim(view):
    place, look_at, lens = view
    camera = bpy.context.scene.camera
    camera.location, camera.data.lens = place, lens
    direction = Vector(look_at) - Vector(place)
    camera.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()
    camera.data.dof.use_dof, camera.data.dof.aperture_fstop = True, 5.6
    camera.data.dof.focus_distance = direction.length


def take(name, view, folder, target):
    aim(view)
    scene = bpy.context.scene
    scene.render.filepath = str(folder / "shot.png")
    bpy.ops.render.render(write_still=True)
    picture = Image.open(folder / "shot.png").convert("RGB")
    noise = Image.effect_noise(picture.size, 9).convert("RGB")
    Image.blend(picture, noise, 0.035).save(target / f"{name}.jpg", quality=80, optimize=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("views", nargs="*")
    parser.add_argument("--width", type=int, default=1600)
    parser.add_argument("--samples", type=int, default=24, help="per pixel: time against grain")
    parser.add_argument("--to", type=Path, default=PICTURES)
    options = parser.parse_args()
    options.to.mkdir(parents=True, exist_ok=True)
    for views, damaged in ((DAMAGED, True), (INTACT, False)):
        wanted = [name for name in views if not options.views or name in options.views]
        if not wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            build_yard()
            light_yard()
            build_car(BLUE, Path(folder), damaged, 0.0125)
            prepare(options.width, options.samples)
            for name in wanted:
                take(name, views[name], Path(folder), options.to)


if __name__ == "__main__":
    main()
