"""The car as Blender objects: body, wheels, plates and small fittings."""

import bpy
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import damages
import shape
from materials import Nodes, body_material, plain, rgb


def add(name, points, faces, material, smooth=True):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.tolist(), [], faces.tolist())
    mesh.polygons.foreach_set("use_smooth", [smooth] * len(mesh.polygons))
    mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def box(name, centre, size, material, bevel=0.0, turn=(0, 0, 0)):
    bpy.ops.mesh.primitive_cube_add(size=1, location=centre, rotation=turn)
    thing = bpy.context.object
    thing.name, thing.scale = name, size
    bpy.ops.object.transform_apply(location=False, rotation=False)
    if bevel:
        modifier = thing.modifiers.new("bevel", "BEVEL")
        modifier.width, modifier.segments = bevel, 4
    thing.data.polygons.foreach_set("use_smooth", [True] * len(thing.data.polygons))
    thing.data.materials.append(material)
    return thing


def build_body(color, marks, step):
    points, faces = shape.mesh(shape.body, (-0.06, -1.12, 0.1), (4.26, 1.12, 1.56), step)
    marked = shape.regions(points)
    marked["broken"] = np.zeros(len(points), np.float32)
    marked["hole"] = np.full(len(points), -1, np.float32)
    if marks:
        points = damages.dent(points)
        points, marked["broken"] = damages.break_lamp(points, marked["head"])
    return add_body(points, faces, marked, body_material(color, marks))


def add_body(points, faces, marked, material):
    thing = add("body", points, faces, material)
    for name, values in marked.items():
        kept = thing.data.attributes.new(name, "FLOAT", "POINT")
        kept.data.foreach_set("value", np.ascontiguousarray(values, np.float32))
    return thing


def rim_field(x, y, z):
    """An alloy rim around the y axis, its face towards -y."""
    r = np.hypot(x, z)
    turn = np.arctan2(z, x)
    barrel = np.maximum(np.abs(r - 0.210) - 0.010, np.abs(y) - 0.098)
    lip = np.maximum(np.abs(r - 0.214) - 0.012, np.abs(y + 0.090) - 0.010)
    face = y + 0.062 + 0.030 * np.clip(r / 0.2, 0, 1) ** 2
    aside = np.abs((turn / (2 * np.pi / 5) + 0.5) % 1 - 0.5) * (2 * np.pi / 5) * r
    pair = np.abs(aside - 0.020 - 0.10 * r) - 0.013 - 0.018 * np.clip(r - 0.1, 0, 1)
    spokes = np.maximum(np.maximum(pair, np.abs(face) - 0.014), r - 0.212)
    hub = np.maximum(r - 0.062, np.abs(y + 0.055) - 0.022)
    field = shape.smooth_min(shape.smooth_min(spokes, hub, 0.012), np.minimum(barrel, lip), 0.008)
    for k in range(5):
        angle = (k + 0.5) * 2 * np.pi / 5
        bolt = np.hypot(x - 0.045 * np.cos(angle), z - 0.045 * np.sin(angle)) - 0.009
        field = shape.smooth_max(field, -np.maximum(bolt, y + 0.062), 0.004)
    return field


def tyre(flat):
    around, section = 96, 40
    a = np.linspace(0, 2 * np.pi, around, endpoint=False)[:, None]
    s = np.linspace(0, 2 * np.pi, section, endpoint=False)[None]
    squircle = lambda t: np.sign(t) * np.abs(t) ** 0.55
    r, y = 0.264 + 0.054 * squircle(np.cos(s)), 0.104 * squircle(np.sin(s))
    points = np.stack([r * np.cos(a), y + 0 * a, r * np.sin(a)], -1)
    ground = -0.318 + (0.062 if flat else 0.008)
    pressed = np.clip(ground - points[..., 2], 0, 1)
    points[..., 2] += pressed
    bulge = np.clip((-0.12 - points[..., 2]) / 0.15, 0, 1) * (0.035 if flat else 0.006)
    points[..., 1] += np.sign(points[..., 1]) * bulge * np.exp(-(((r - 0.26) / 0.05) ** 2))
    i, j = np.meshgrid(range(around), range(section), indexing="ij")
    corner = lambda di, dj: ((i + di) % around) * section + (j + dj) % section
    faces = np.stack([corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)], -1).reshape(-1, 4)
    return points.reshape(-1, 3), faces


def rubber():
    n = Nodes("rubber")
    dust = n.ramp(n.noise(8.0, 8.0), 0.35, 0.75)
    color = n.blend(dust, rgb(0.018, 0.018, 0.018), rgb(0.06, 0.056, 0.05))
    return n.done(n.principled(color, 0.75, Normal=n.bump(n.noise(120.0, 3.0), 0.3, 0.003)))


FLAT = (shape.REAR_AXLE, 1)


def build_wheels(flat):
    """flat: the axle and the side of the flat tyre, or None."""
    alloy = plain("alloy", (0.62, 0.63, 0.65), 0.28, Metallic=0.9)
    disc = plain("disc", (0.35, 0.34, 0.33), 0.35, Metallic=1.0)
    dark = plain("arch", (0.006, 0.006, 0.006), 0.9)
    black = rubber()
    rim_points, rim_faces = shape.mesh(rim_field, (-0.24, -0.12, -0.24), (0.24, 0.12, 0.24), 0.004)
    for x in (shape.FRONT_AXLE, shape.REAR_AXLE):
        for side in (-1, 1):
            low = (x, side) == flat
            where = np.array([x, side * 0.755, shape.WHEEL - (0.054 if low else 0)])
            mirrored = np.array([1, -side, 1])
            turned = rim_faces if side < 0 else rim_faces[:, ::-1]
            add("rim", rim_points * mirrored + where, turned, alloy)
            points, faces = tyre(low)
            add("tyre", points + where, faces, black)
            for name, radius, material, shift in (("disc", 0.145, disc, 0.0), ("well", 0.205, dark, -0.05)):
                bpy.ops.mesh.primitive_cylinder_add(
                    radius=radius, depth=0.02, vertices=64, location=(x, where[1] + side * shift, where[2]), rotation=(np.pi / 2, 0, 0)
                )
                bpy.context.object.data.materials.append(material)
    box("underbody", (2.1, 0, 0.45), (2.0, 1.3, 0.4), dark)
    for x in (shape.FRONT_AXLE, shape.REAR_AXLE):
        box("well", (x, 0, 0.45), (0.8, 1.24, 0.5), dark)


def plate_picture(path):
    image = Image.new("RGB", (1040, 220), (245, 245, 242))
    draw = ImageDraw.Draw(image)
    draw.rectangle([4, 4, 1035, 215], outline=(15, 15, 15), width=5)
    draw.rectangle([8, 8, 90, 211], fill=(20, 60, 150))
    font = ImageFont.truetype("DejaVuSans-Bold.ttf", 150) if has_font() else ImageFont.load_default(150)
    draw.text((560, 112), "WA 472 RK", fill=(15, 15, 15), font=font, anchor="mm")
    image.save(path)
    return path


def has_font():
    try:
        ImageFont.truetype("DejaVuSans-Bold.ttf", 10)
        return True
    except OSError:
        return False


def build_plates(folder):
    n = Nodes("plate")
    image = bpy.data.images.load(str(plate_picture(folder / "plate.png")))
    face = n.node("TexImage", settings={"image": image}, Vector=n.node("TexCoord", 2))
    material = n.done(n.principled(face, 0.35))
    for x, z, lean, facing in ((-0.022, 0.50, 0.0, -1), (4.118, 0.735, 0.12, 1)):
        bpy.ops.mesh.primitive_plane_add(size=1, location=(x, 0, z), rotation=(np.pi / 2 - lean, 0, facing * np.pi / 2))
        plate = bpy.context.object
        plate.scale = (0.52, 0.11, 1)
        plate.data.materials.append(material)
        box("holder", (x - facing * 0.008, 0, z), (0.012, 0.535, 0.125), plain("holder", (0.01, 0.01, 0.01), 0.5), 0.003, (0, -facing * lean, 0))


def build_fittings(color):
    paint = plain("paint", color, 0.3, Metallic=0.3, Coat_Weight=1.0)
    black = plain("black", (0.012, 0.012, 0.012), 0.5)
    chrome = plain("chrome", (0.8, 0.8, 0.82), 0.12, Metallic=1.0)
    for side in (-1, 1):
        for x, z in ((2.42, 0.845), (3.14, 0.865)):
            y = side * (shape.half_width(np.array(x), np.array(z)) + 0.022)
            box("handle", (x, y, z), (0.19, 0.022, 0.028), paint, 0.010)
            box("handle foot", (x, y - side * 0.015, z), (0.14, 0.02, 0.05), black, 0.008)
        box("mirror glass", (1.598, side * 0.95, 1.03), (0.004, 0.17, 0.105), chrome, 0.002)
    box("rear wiper", (4.025, 0.1, 1.06), (0.014, 0.34, 0.02), black, 0.004, (0.05, 0, 0))
    box("antenna", (3.35, 0, 1.47), (0.09, 0.02, 0.035), black, 0.01)
    bpy.ops.mesh.primitive_cylinder_add(radius=0.045, depth=0.012, vertices=48, location=(0.045, 0, 0.685), rotation=(0, 1.2, 0))
    bpy.context.object.data.materials.append(chrome)


def build_car(color, folder, damaged, step):
    marks = damages.draw_marks(folder) if damaged else None
    build_body(color, marks, step)
    build_wheels(FLAT if damaged else None)
    build_plates(folder)
    build_fittings(color)
