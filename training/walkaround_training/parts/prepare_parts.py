"""Outlines of vehicle parts to a pack of class maps."""

import json
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from ..data.images import read_rgb
from ..data.pack import save_pack
from .damaged_parts import drawn_damaged, load_damaged
from .extra_parts import load_extra, unknown_extras
from .hull import hull

HULL_MARGIN = 1.1  # roofs and mirrors' tips stand out of the hull of the outlined parts


@dataclass
class PartLabels:
    """The labeled set and our extra labels as one: names of the labeled parts first, background before all."""

    images: list[dict[str, Any]]
    by_image: dict[int, list[dict[str, Any]]]
    classes: dict[int, int]  # category of the labeled set to class
    names: list[str]
    base: int  # the extra parts are names[base:]
    extra: dict[str, Any]


def load_part_labels(settings: dict[str, Any], labels: Path) -> PartLabels:
    data = json.loads(labels.read_text())
    categories = sorted(data["categories"], key=lambda category: category["id"])
    by_image: dict[int, list[dict[str, Any]]] = {image["id"]: [] for image in data["images"]}
    for annotation in data["annotations"]:
        by_image[annotation["image_id"]].append(annotation)
    extra = load_extra(settings)
    return PartLabels(
        images=data["images"],
        by_image=by_image,
        classes={category["id"]: index for index, category in enumerate(categories)},
        names=[category["name"].strip("_") for category in categories] + extra["categories"],
        base=len(categories),
        extra=extra,
    )


def prepare_parts(
    settings: dict[str, Any], labels: Path, pictures: Path, damaged_pictures: Path | None, out: Path, limit: int
) -> None:
    given = load_part_labels(settings, labels)
    images = given.images[:: max(1, len(given.images) // limit)] if limit else given.images
    damaged = load_damaged(settings)
    if damaged and damaged_pictures is None:
        raise SystemExit("The configuration has damaged_labels: give the folder of their photos as --damaged.")
    files = list(damaged)[:limit] if limit else list(damaged)
    size = settings["size"]
    draw = partial(drawn_damaged, damaged_pictures, photos=damaged, names=given.names, base=given.base, size=size)
    with Pool() as pool:
        drawn = pool.map(partial(drawn_parts, pictures, given=given, size=size), images, chunksize=8)
        drawn += pool.map(draw, files, chunksize=8)
    meta = [
        {key: image[key] for key in ("file_name", "split")}
        | {"unknown": unknown_extras(given.extra, image["file_name"]), "damaged": False}
        for image in images
    ]
    nothing = [False] * len(given.extra["categories"])
    meta += [{"file_name": file, "split": damaged[file]["split"], "unknown": nothing, "damaged": True} for file in files]
    arrays = {"images": np.stack([d[0] for d in drawn]), "classes": np.stack([np.stack(d[1:]) for d in drawn])}
    save_pack(out, "parts", {"meta": meta, "size": size, "names": given.names}, arrays)
    print(f"{len(meta)} pictures with {len(given.names) - 1} parts in {out}")


def drawn_parts(
    pictures: Path, image: dict[str, Any], given: PartLabels, size: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The picture; the classes of the labeled set; the same with the extra parts.

    The value len(names) in the last says: background, unless it is an extra part that nobody labeled here.
    """
    picture = read_rgb(pictures / image["file_name"]).resize((size, size), Image.Resampling.BILINEAR)
    scale = np.array([size / image["width"], size / image["height"]])
    base, near = Image.new("L", (size, size)), Image.new("L", (size, size))
    pen = ImageDraw.Draw(base)
    # small parts last: a mirror lies on a door, never the other way round
    for annotation in sorted(given.by_image[image["id"]], key=lambda a: -a["area"]):
        for points in annotation["segmentation"]:
            pen.polygon(scaled(points, scale), fill=given.classes[annotation["category_id"]])
    corners = [xy for a in given.by_image[image["id"]] for points in a["segmentation"] for xy in scaled(points, scale)]
    if len(set(corners)) > 2:
        ImageDraw.Draw(near).polygon(hull(corners, HULL_MARGIN), fill=1)
    labeled = np.asarray(base)
    whole = np.where((labeled == 0) & (np.asarray(near) > 0), len(given.names), labeled).astype(np.uint8)
    over = Image.fromarray(whole)
    pen = ImageDraw.Draw(over)
    outlines = given.extra["images"].get(image["file_name"], {}).get("outlines", {})
    for index, name in enumerate(given.extra["categories"], given.base):
        for points in outlines.get(name, []):
            pen.polygon(scaled(points, scale), fill=index)
    return np.asarray(picture), labeled, np.asarray(over)


def scaled(points: list[float], scale: np.ndarray) -> list[tuple[int, int]]:
    return [(round(x), round(y)) for x, y in np.reshape(points, (-1, 2)) * scale]
