"""The three kinds of training pictures for appearances: looked at, made up, and close to a real damage."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from .appearance_labels import KINDS, Appearances
from .labels import IGNORE_BOX
from .paint import Paint
from .pictures import letterboxed, read_rgb
from .synth_appearances import made_up

LEAST_PAINT = 0.2  # of the photo: on a wreck or a strange close-up the parts model guesses
ROOM = 1.3  # a damage is shown with this much around it


@dataclass
class Row:
    file: str
    split: str
    origin: str  # looked_at, made_up or damage
    canvas: np.ndarray
    extent: tuple[float, float]
    known: list[bool]
    boxes: list[tuple[int, list[float]]] = field(default_factory=list)
    car: list[float] = field(default_factory=lambda: [0.0] * 4)


@dataclass
class Host:
    """A photo to make things up on."""

    file: str
    other: str  # what is mirrored in its paint
    car: list[float] | None  # the vehicle on an intact photo
    damages: list[list[float]]
    copies: int
    seed: int


def looked_at(picture: Appearances, folder: Path, size: int) -> Row:
    canvas, scale, extent = square(read_rgb(folder / picture.file), size)
    boxes = [(kind, [v * scale for v in box]) for kind, box in picture.boxes]
    return Row(picture.file, picture.split, "looked_at", canvas, extent, picture.known, boxes)


def beside_damage(file: str, damage: list[float], folder: Path, size: int) -> Row:
    """A scratch or crack filling the picture: none of the kinds, and what they are most easily taken for."""
    picture = read_rgb(folder / file)
    left, top, right, bottom = damage
    half = max(60.0, ROOM * max(right - left, bottom - top) / 2)
    x, y = (left + right) / 2, (top + bottom) / 2
    low = max(0, int(x - half)), max(0, int(y - half))
    crop = picture.crop((*low, min(picture.width, int(x + half)), min(picture.height, int(y + half))))
    canvas, _, extent = square(crop, size)
    return Row(file, "train", "damage", canvas, extent, [True] * len(KINDS))


def made_up_rows(host: Host, folder: Path, paint: Paint, size: int) -> list[Row]:
    """Dirt and shadows are rare on these photos, so the rest of the vehicle teaches what is none. Reflections and
    body lines are everywhere: there only the surroundings of the vehicle do, on every second copy of an intact one."""
    torch.manual_seed(host.seed)
    canvas, scale, extent = square(read_rgb(folder / host.file), size)
    on_paint = paint.of(canvas)
    on_paint[int(extent[1]) :] = False
    on_paint[:, int(extent[0]) :] = False
    for box in host.damages:
        left, top, right, bottom = (int(v * scale) for v in box)
        on_paint[top : bottom + 1, left : right + 1] = False
    if on_paint.sum() < LEAST_PAINT * extent[0] * extent[1]:
        return []
    where = torch.from_numpy(on_paint.astype(np.float32))[None, None]
    other = as_tensor(square(read_rgb(folder / host.other), 320)[0])
    rows = []
    for copy in range(host.copies):
        order = torch.randperm(len(KINDS))[: int(torch.randint(1, 4, ()))]
        pixels, boxes = made_up(as_tensor(canvas), where, other, [KINDS[n] for n in order])
        if not boxes:
            continue
        found = [(KINDS.index(kind), box) for kind, box in boxes]
        around = host.car is not None and copy % 2 == 1
        if around:
            found.append((IGNORE_BOX, [v * scale for v in host.car]))
        known = [True] * 4 if around else [kind in ("dirt", "shadow") for kind in KINDS]
        drawn = (pixels[0].permute(1, 2, 0).clamp(0, 1).numpy() * 255).round().astype(np.uint8)
        car = [v * scale for v in host.car] if host.car else [0.0] * 4
        rows.append(Row(host.file, "train", "made_up", drawn, extent, known, found, car))
    return rows


def square(picture: Image.Image, size: int) -> tuple[np.ndarray, float, tuple[float, float]]:
    canvas, scale = letterboxed(picture, size)
    return canvas, scale, (picture.width * scale, picture.height * scale)


def as_tensor(canvas: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(canvas.astype(np.float32) / 255).permute(2, 0, 1)[None]
