"""Views of photos that the close-up network learns from, with the boxes on them and the parts that these may lie on."""

import zlib
from collections.abc import Iterable
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from PIL import Image

from ..data.images import GRAY, read_rgb
from ..nets.close_up_net import STRIDE
from ..parts.close_up_parts import MIRRORED
from ..parts.close_up_scenes import UNKNOWN, Scene
from .close_up_views import View, area, gray_outside, near_whole, view_around, whole_view, worn

SIZE = 320
MOST_BOXES = 6
LEAST_LEFT = 0.5  # of a box inside the view
LEAST_SIDE = 10  # pixels of the view
ON_ONE_PART = 0.6  # of the known pixels in a drawn box
KNOWN = 0.5  # of all its pixels

Sample = tuple[np.ndarray, np.ndarray, np.ndarray]  # pixels, boxes, meant


def boxed_view(scene: Scene, picture: Image.Image, rng: np.random.Generator) -> Sample | None:
    """About half of the views show the whole photo, the others a closer window around one box."""
    if rng.random() < 0.5:
        view = near_whole(picture, SIZE, rng)
    else:
        box = scene.boxes[rng.integers(len(scene.boxes))]
        side = float((box[2:] - box[:2]).max()) * rng.uniform(1.2, 3.5)
        view = view_around((box[:2] + box[2:]) / 2, max(side, 100), picture.size, SIZE, rng)
    boxes = view.boxes(scene.boxes)
    kept = view.clipped(boxes)
    is_kept = (area(kept) >= LEAST_LEFT * area(boxes)) & ((kept[:, 2:] - kept[:, :2]).min(1) >= LEAST_SIDE)
    return finished(view, picture, kept[is_kept], scene.meant[is_kept], rng)


def mapped_view(scene: Scene, picture: Image.Image, rng: np.random.Generator) -> Sample | None:
    """A window of a whole vehicle around one of its parts, with boxes drawn where it shows mostly one part."""
    rows, columns = np.nonzero(scene.classes != UNKNOWN)
    if len(rows) == 0:
        return None
    part = rng.choice(np.unique(scene.classes[rows, columns]))  # rare parts as often as large ones
    rows, columns = np.nonzero(scene.classes == part)
    at = rng.integers(len(rows))
    side = max(picture.size) * rng.uniform(*scene.shown)
    view = view_around(np.array([columns[at], rows[at]], float), side, picture.size, SIZE, rng)
    classes = view.drawn(Image.fromarray(scene.classes), Image.Resampling.NEAREST, UNKNOWN)
    boxes, meant = [], []
    for _ in range(4 * MOST_BOXES):
        box = drawn_box(view, rng)
        x1, y1, x2, y2 = box.astype(int)
        inside = classes[y1:y2, x1:x2].ravel()
        known = inside[inside != UNKNOWN]
        if len(known) < KNOWN * len(inside) or len(known) == 0:
            continue
        counts = np.bincount(known)
        if counts.max() >= ON_ONE_PART * len(known):
            boxes.append(box)
            meant.append(scene.meant[counts.argmax()])
    return finished(view, picture, np.array(boxes[:MOST_BOXES]).reshape(-1, 4), np.array(meant[:MOST_BOXES]), rng)


def drawn_box(view: View, rng: np.random.Generator) -> np.ndarray:
    """As large as damages on close-ups are: a tenth to three quarters of the view."""
    sides = np.clip(np.exp(rng.uniform(np.log(0.1), np.log(0.75), 2)) * SIZE, LEAST_SIDE, view.shape)
    start = rng.uniform(0, np.array(view.shape) - sides)
    return np.concatenate([start, start + sides])


def finished(
    view: View, picture: Image.Image, boxes: np.ndarray, meant: np.ndarray, rng: np.random.Generator
) -> Sample | None:
    if len(boxes) == 0:
        return None
    pixels = gray_outside(view.drawn(picture, Image.Resampling.BILINEAR, GRAY), view)
    return worn(pixels, rng), boxes[:MOST_BOXES], (meant[:, MIRRORED] if view.flip else meant)[:MOST_BOXES]


def whole(scene: Scene, picture: Image.Image, _: np.random.Generator) -> Sample:
    view = whole_view(picture, SIZE)
    pixels = gray_outside(view.drawn(picture, Image.Resampling.BILINEAR, GRAY), view)
    return pixels, view.clipped(view.boxes(scene.boxes)), scene.meant


def prepare_scenes(scenes: Iterable[Scene], views: int, out: Path, workers: int) -> int:
    """One file per photo; a photo that has one is left out, so that the command can be repeated as labels grow."""
    out.mkdir(parents=True, exist_ok=True)
    with Pool(workers) as pool:
        return sum(pool.imap_unordered(partial(prepare_scene, views=views, out=out), scenes, chunksize=4))


def prepare_scene(scene: Scene, views: int, out: Path) -> int:
    path = out / f"{scene.path.stem}.npz"
    if path.exists():
        return 0
    rng = np.random.default_rng(zlib.crc32(scene.path.name.encode()))
    picture = read_rgb(scene.path)
    one = whole if views == 0 else boxed_view if scene.classes is None else mapped_view
    samples = [sample for _ in range(max(1, views)) if (sample := one(scene, picture, rng)) is not None]
    if not samples:
        return 0
    most = max(MOST_BOXES, *(len(boxes) for _, boxes, _ in samples))
    pixels = np.stack([pixels for pixels, _, _ in samples]).transpose(0, 3, 1, 2)
    boxes = np.stack([padded(boxes / STRIDE, most) for _, boxes, _ in samples]).astype(np.float32)
    meant = np.stack([padded(meant, most) for _, _, meant in samples]).astype(bool)
    np.savez(path, pixels=pixels, boxes=boxes, meant=meant)
    return len(samples)


def padded(rows: np.ndarray, count: int) -> np.ndarray:
    """A row of nothing means no part, and teaches nothing."""
    return np.concatenate([rows, np.zeros((count - len(rows), rows.shape[1]), rows.dtype)])
