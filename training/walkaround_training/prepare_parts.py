"""Outlined vehicle parts to a pack of class maps."""

import json
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from .pack import save_pack
from .pictures import read_rgb


def prepare_parts(settings: dict[str, Any], labels: Path, pictures: Path, out: Path, limit: int) -> None:
    data = json.loads(labels.read_text())
    categories = sorted(data["categories"], key=lambda category: category["id"])
    classes = {category["id"]: index for index, category in enumerate(categories)}
    images = data["images"]
    images = images[:: max(1, len(images) // limit)] if limit else images
    by_image: dict[int, list[dict[str, Any]]] = {image["id"]: [] for image in images}
    for annotation in data["annotations"]:
        if annotation["image_id"] in by_image:
            by_image[annotation["image_id"]].append(annotation)
    size = settings["size"]
    jobs = [(pictures / image["file_name"], image, by_image[image["id"]]) for image in images]
    with Pool() as pool:
        drawn = pool.map(partial(draw, classes=classes, size=size), jobs, chunksize=8)
    meta = [{key: image[key] for key in ("file_name", "split", "group")} for image in images]
    arrays = {"images": np.stack([d[0] for d in drawn]), "classes": np.stack([d[1] for d in drawn])}
    save_pack(out, "parts", {"meta": meta, "size": size, "names": [c["name"].strip("_") for c in categories]}, arrays)
    print(f"{len(images)} pictures with {len(categories) - 1} parts in {out}")


def draw(
    job: tuple[Path, dict[str, Any], list[dict[str, Any]]], classes: dict[int, int], size: int
) -> tuple[np.ndarray, np.ndarray]:
    path, image, annotations = job
    picture = read_rgb(path).resize((size, size), Image.Resampling.BILINEAR)
    canvas = Image.new("L", (size, size))
    pen = ImageDraw.Draw(canvas)
    across, down = size / image["width"], size / image["height"]
    # small parts last: a mirror lies on a door, never the other way round
    for annotation in sorted(annotations, key=lambda a: -a["area"]):
        for points in annotation["segmentation"]:
            scaled = [round(v * (down if i % 2 else across)) for i, v in enumerate(points)]
            pen.polygon(scaled, fill=classes[annotation["category_id"]])
    return np.asarray(picture), np.asarray(canvas)
