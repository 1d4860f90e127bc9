"""Materials: a thin way to write shader nodes, and the surfaces of the car and the yard."""

import bpy


class Nodes:
    """Builds one material; sockets and plain numbers can be used alike."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.output = self.tree.nodes.new("ShaderNodeOutputMaterial")

    def node(self, kind, output=0, settings=None, **inputs):
        node = self.tree.nodes.new("ShaderNode" + kind)
        for key, value in (settings or {}).items():
            setattr(node, key, value)
        for key, value in inputs.items():
            socket = node.inputs[int(key[1:]) if key[1:].isdigit() else key.replace("_", " ")]
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, socket)
            else:
                socket.default_value = value
        return node.outputs[output]

    def math(self, operation, a, b=0.0, clamp=False):
        return self.node("Math", settings={"operation": operation, "use_clamp": clamp}, i0=a, i1=b)

    def attribute(self, name):
        return self.node("Attribute", 2, {"attribute_name": name})

    def inside(self, distance, width=0.0015):
        return self.math("ADD", self.math("DIVIDE", distance, width), 0.5, clamp=True)

    def noise(self, scale, detail=4.0, where=None):
        where = where or self.node("NewGeometry")
        return self.node("TexNoise", Vector=where, Scale=scale, Detail=detail)

    def blend(self, share, a, b):
        return self.node("Mix", 2, {"data_type": "RGBA"}, i0=share, i6=a, i7=b)

    def ramp(self, value, low, high):
        return self.node("MapRange", Value=value, From_Min=low, From_Max=high)

    def mix(self, share, a, b):
        return self.node("MixShader", i0=share, i1=a, i2=b)

    def bump(self, height, strength=0.3, distance=0.01):
        return self.node("Bump", Height=height, Strength=strength, Distance=distance)

    def principled(self, color, roughness=0.5, **more):
        return self.node("BsdfPrincipled", Base_Color=color, Roughness=roughness, **more)

    def done(self, shader):
        self.tree.links.new(shader, self.output.inputs[0])
        return self.material


def rgb(r, g, b):
    return (r, g, b, 1.0)


def plain(name, color, roughness=0.5, **more):
    n = Nodes(name)
    return n.done(n.principled(rgb(*color), roughness, **more))


def picture(n, path, u, v):
    image = bpy.data.images.load(str(path))
    image.colorspace_settings.name = "Non-Color"
    vector = n.node("CombineXYZ", X=u, Y=v)
    return n.node("TexImage", settings={"image": image, "extension": "CLIP"}, Vector=vector)


def body_material(color, marks, mud=0.0, lettering=None):
    """The whole body in one material: the distances at the vertices say what each point is made of.

    marks: pictures of the damages (see damages.py), or None for an intact car. mud: how far up it is splashed, in
    metres. lettering: a picture of what is written on the left flank.
    """
    n = Nodes("body")
    place = n.node("TexCoord", 3)  # of the object, so that a stretched body keeps its marks
    axes = n.tree.nodes.new("ShaderNodeSeparateXYZ")
    n.tree.links.new(place, axes.inputs[0])
    x, y, z = axes.outputs
    grain = n.noise(900.0, 0.0)
    dust = n.ramp(n.noise(2.5, 2.0), 0.45, 0.75)
    low = n.ramp(z, 0.55, 0.2)
    dirt = n.math("MULTIPLY", n.math("ADD", n.math("MULTIPLY", dust, 0.08), n.math("MULTIPLY", low, 0.35)), n.ramp(n.noise(14.0, 3.0), 0.2, 0.8))
    flakes = n.blend(n.ramp(grain, 0.35, 0.7), rgb(*color), rgb(*[c * 1.35 + 0.01 for c in color]))
    base = n.blend(dirt, flakes, rgb(0.16, 0.14, 0.11))
    if lettering:
        u, v = n.math("DIVIDE", x, 4.2), n.math("DIVIDE", n.math("SUBTRACT", z, 0.15), 1.4)
        on_side = n.math("LESS_THAN", y, -0.6)
        base = n.blend(n.math("MULTIPLY", picture(n, lettering, u, v), on_side), base, rgb(0.75, 0.06, 0.04))
    if mud:
        splashed = n.math("MULTIPLY", n.ramp(z, 0.3 + mud, 0.25), n.ramp(n.noise(5.0, 6.0), 0.42, 0.60))
        base = n.blend(splashed, base, rgb(0.19, 0.15, 0.10))
        dirt = n.math("MAXIMUM", dirt, splashed)
    rough = n.math("ADD", 0.32, n.math("MULTIPLY", dirt, 0.5))
    coat, metallic = 1.0, 0.35
    if marks:
        u, v = n.math("DIVIDE", x, 4.2), n.math("DIVIDE", n.math("SUBTRACT", z, 0.15), 1.4)
        left = picture(n, marks["left"], u, v)
        right = picture(n, marks["right"], u, v)
        scratch = n.math("ADD", n.math("MULTIPLY", left, n.math("LESS_THAN", y, -0.45)), n.math("MULTIPLY", right, n.math("GREATER_THAN", y, 0.45)))
        primer = n.inside(n.math("SUBTRACT", scratch, 0.22), 0.3)
        metal = n.inside(n.math("SUBTRACT", scratch, 0.80), 0.12)
        worn = n.blend(n.noise(60.0), rgb(0.55, 0.55, 0.54), rgb(0.80, 0.80, 0.78))
        base = n.blend(primer, base, worn)
        base = n.blend(metal, base, rgb(0.22, 0.21, 0.20))
        coat = n.math("SUBTRACT", 1.0, primer)
        metallic = n.math("MULTIPLY", coat, 0.35)
        rough = n.math("ADD", rough, n.math("MULTIPLY", primer, 0.3))
    gaps = None
    for name in ("front_door", "rear_door", "hood", "front_bumper", "rear_bumper", "tailgate", "flap"):
        width = n.math("ABSOLUTE", n.attribute("gap_" + name))
        gaps = width if gaps is None else n.math("MINIMUM", gaps, width)
    gap = n.math("MAXIMUM", n.inside(n.math("SUBTRACT", 0.0032, gaps)), n.inside(n.attribute("hole")))
    paint = n.principled(base, rough, Metallic=metallic, Coat_Weight=coat, Coat_Roughness=0.03)
    dark = n.principled(rgb(0.004, 0.004, 0.004), 0.7)
    shader = n.mix(gap, paint, dark)

    plastic = n.principled(rgb(0.022, 0.022, 0.023), 0.55)
    shader = n.mix(n.inside(n.attribute("plastic")), shader, plastic)
    shader = n.mix(n.inside(n.attribute("grille")), shader, grille(n, y, z))
    shader = n.mix(n.inside(n.attribute("head")), shader, head_lamp(n, marks))
    shader = n.mix(n.inside(n.attribute("tail")), shader, tail_lamp(n, z, marks))
    trim = n.principled(rgb(0.008, 0.008, 0.008), 0.25)
    shader = n.mix(n.inside(n.attribute("trim")), shader, trim)
    return n.done(n.mix(n.inside(n.attribute("glass")), shader, glass(n, marks, x, y)))


def grille(n, y, z):
    mesh = n.math("MULTIPLY", n.math("SINE", n.math("MULTIPLY", y, 180.0)), n.math("SINE", n.math("MULTIPLY", z, 260.0)))
    bars = n.ramp(n.math("ABSOLUTE", mesh), 0.15, 0.35)
    color = n.blend(bars, rgb(0.03, 0.03, 0.032), rgb(0.002, 0.002, 0.002))
    return n.principled(color, 0.4, Normal=n.bump(bars, 1.0, -0.01))


def head_lamp(n, marks):
    eye = n.attribute("lamp_eye")
    ring = n.inside(n.math("SUBTRACT", 0.008, n.math("ABSOLUTE", eye)), 0.003)
    lens = n.inside(n.math("SUBTRACT", 0.0, eye), 0.004)
    color = n.blend(n.ramp(n.noise(9.0, 0.0), 0.4, 0.6), rgb(0.05, 0.05, 0.055), rgb(0.30, 0.31, 0.33))
    color = n.blend(ring, color, rgb(0.85, 0.86, 0.88))
    color = n.blend(lens, color, rgb(0.20, 0.22, 0.26))
    rim = n.inside(n.math("SUBTRACT", 0.012, n.attribute("head")), 0.004)
    color = n.blend(rim, color, rgb(0.01, 0.01, 0.012))
    metal = n.math("SUBTRACT", 0.85, n.math("MULTIPLY", rim, 0.85))
    whole = n.principled(color, 0.22, Metallic=metal, Coat_Weight=1.0, Coat_Roughness=0.02)
    return shattered(n, whole, color) if marks else whole


def shattered(n, whole, color):
    """Splinters and holes where the attribute says that a lamp is broken."""
    where = n.node("NewGeometry")
    cells = n.node("TexVoronoi", 1, {"feature": "F1"}, Vector=where, Scale=24.0)
    edges = n.node("TexVoronoi", 0, {"feature": "DISTANCE_TO_EDGE"}, Vector=where, Scale=24.0)
    hole = n.math("GREATER_THAN", cells, 0.42)
    color = n.blend(hole, color, rgb(0.004, 0.004, 0.004))
    splinter = n.math("MULTIPLY", n.inside(n.math("SUBTRACT", 0.014, edges), 0.012), n.math("LESS_THAN", cells, 0.6))
    color = n.blend(splinter, color, rgb(0.75, 0.78, 0.8))
    broken = n.principled(color, 0.4, Metallic=0.3)
    return n.mix(n.attribute("broken"), whole, broken)


def tail_lamp(n, z, marks):
    ribs = n.math("SINE", n.math("MULTIPLY", z, 420.0))
    clear = n.math("MULTIPLY", n.math("GREATER_THAN", z, 0.905), n.math("LESS_THAN", z, 0.93))
    color = n.blend(clear, rgb(0.35, 0.006, 0.008), rgb(0.6, 0.5, 0.48))
    whole = n.principled(color, 0.15, Coat_Weight=1.0, Coat_Roughness=0.02, Normal=n.bump(ribs, 0.25, 0.004))
    return shattered(n, whole, color) if marks else whole


def glass(n, marks, x, y):
    seats = n.ramp(n.noise(3.0, 2.0), 0.4, 0.7)
    color = n.blend(seats, rgb(0.010, 0.012, 0.013), rgb(0.035, 0.037, 0.038))
    pane = n.principled(color, 0.03, Specular_IOR_Level=0.7)
    if not marks or "screen" not in marks:
        return pane
    u, v = n.math("DIVIDE", n.math("ADD", y, 0.8), 1.6), n.math("DIVIDE", n.math("SUBTRACT", x, 0.95), 1.15)
    crack = picture(n, marks["screen"], u, v)
    broken = n.principled(n.blend(n.noise(80.0), rgb(0.55, 0.6, 0.6), rgb(0.9, 0.93, 0.93)), 0.4)
    return n.mix(n.ramp(crack, 0.05, 0.9), pane, broken)


def asphalt():
    n = Nodes("asphalt")
    stones = n.noise(160.0, 1.0)
    patches = n.noise(0.6, 2.0)
    color = n.blend(n.ramp(patches, 0.35, 0.7), rgb(0.075, 0.073, 0.07), rgb(0.14, 0.135, 0.13))
    color = n.blend(n.ramp(stones, 0.35, 0.65), color, rgb(0.035, 0.034, 0.033))
    return n.done(n.principled(color, 0.85))


def wall(name, color):
    n = Nodes(name)
    stains = n.ramp(n.noise(0.9, 2.0), 0.3, 0.8)
    return n.done(n.principled(n.blend(stains, rgb(*color), rgb(*[c * 0.7 for c in color])), 0.9))
