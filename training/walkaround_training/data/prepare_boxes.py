"""Images with boxes of one class to a pack. Every training image with a box is also stored rotated."""

import json
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np

from .box_labels import BoxedPicture, found_file, read_box_labels
from .images import letterboxed, read_rgb
from .pack import save_pack
from .rotation import rotated
from .vocabulary import IGNORE_BOX, NO_BOX


def prepare_boxes(
    settings: dict[str, Any], label_files: list[Path], folders: list[Path], car_boxes: Path | None, out: Path
) -> None:
    pictures = [picture for labels in label_files for picture in read_box_labels(labels)]
    cars = json.loads(car_boxes.read_text()) if car_boxes else {}
    rng = np.random.default_rng(settings["seed"])
    jobs = []
    for picture in pictures:
        angles = [0.0]
        if picture.split == "train" and picture.boxes:
            quarters = rng.integers(1, 4, settings["turns"]) * 90 * (rng.random(settings["turns"]) < 0.33)
            angles += list(quarters + rng.uniform(-settings["slant"], settings["slant"], settings["turns"]))
        jobs += [(picture, float(angle)) for angle in angles]
    write(jobs, folders, cars, settings, out)


def write(jobs: list[tuple[BoxedPicture, float]], folders: list[Path], cars: dict, settings: dict, out: Path) -> None:
    size, count = settings["size"], len(jobs)
    most = max(len(p.boxes) + len(p.unclear) for p, _ in jobs)
    extent, car = np.zeros((count, 2), np.float32), np.zeros((count, 4), np.float32)
    boxes, labels = np.zeros((count, most, 4), np.float32), np.full((count, most), NO_BOX, np.int64)
    images = np.zeros((count, size, size, 3), np.uint8)
    with Pool() as pool:
        made = pool.imap(partial(canvas_of, folders=folders, size=size), jobs, chunksize=8)
        for n, (canvas, side, scale, corners) in enumerate(made):
            picture = jobs[n][0]
            images[n], extent[n] = canvas, side
            boxes[n, : len(corners)] = corners
            labels[n, : len(picture.boxes)] = 0
            labels[n, len(picture.boxes) : len(corners)] = IGNORE_BOX
            if not picture.boxes and picture.file in cars:
                car[n] = np.array(cars[picture.file]) * scale
    train = np.array([p.split == "train" for p, _ in jobs])
    holds = np.array([bool(p.boxes) for p, _ in jobs])
    without = train & ~holds
    weight = (train & holds).astype(np.float32)
    share = settings["empty_share"]
    weight[without] = share / (1 - share) * weight.sum() / max(1, without.sum())
    arrays = {
        "images": images,
        "extent": extent,
        "boxes": boxes,
        "labels": labels,
        "outlines": np.full((count, most), -1, np.int64),
        "masks": np.zeros((1, size // 4, size // 4), np.uint8),
        "known": np.ones((count, 1), bool),
        "car": car,
        "stretched": np.zeros(count, bool),
        "weight": weight,
    }
    meta = [{"file_name": p.file, "split": p.split, "angle": angle} for p, angle in jobs]
    save_pack(out, "damage", {"meta": meta, "size": size}, arrays)
    print(f"{count} pictures, {int((labels >= 0).sum())} boxes in {out}")


def canvas_of(
    job: tuple[BoxedPicture, float], folders: list[Path], size: int
) -> tuple[np.ndarray, tuple[float, float], float, np.ndarray]:
    picture, angle = job
    seen = read_rgb(found_file(folders, picture.file))
    corners = np.array([*picture.boxes, *picture.unclear], float).reshape(-1, 4)
    if angle:
        seen, corners = rotated(seen, corners, angle)
    canvas, scale = letterboxed(seen, size)
    return canvas, (seen.width * scale, seen.height * scale), scale, corners * scale
