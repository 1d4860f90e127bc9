"""Labelled damage photos to a pack."""

import json
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np

from .labels import DAMAGE_TYPES, IGNORE_BOX, IGNORE_LABEL, NO_BOX
from .pack import save_pack
from .pictures import filled, letterboxed, read_rgb


def prepare_damage(settings: dict[str, Any], labels: Path, pictures: Path, cars: Path, out: Path, limit: int) -> None:
    data = json.loads(labels.read_text())
    refuse_split_groups(data["images"])
    names = {category["id"]: category["name"] for category in data["categories"]}
    kept = [i for i in data["images"] if i["source"] not in settings["left_out_sources"]]
    kept = kept[:: max(1, len(kept) // limit)] if limit else kept
    by_image: dict[int, list[dict[str, Any]]] = {image["id"]: [] for image in kept}
    for annotation in data["annotations"]:
        if annotation["image_id"] in by_image and names[annotation["category_id"]] in (*DAMAGE_TYPES, IGNORE_LABEL):
            by_image[annotation["image_id"]].append(annotation)

    size, count = settings["size"], len(kept)
    most = max(1, *(len(found) for found in by_image.values()))
    extent, boxes = np.zeros((count, 2), np.float32), np.zeros((count, most, 4), np.float32)
    box_labels, outlines = np.full((count, most), NO_BOX, np.int64), np.full((count, most), -1, np.int64)
    polygons: list[tuple[list[list[float]], float]] = []
    for n, image in enumerate(kept):
        scale = size / max(image["width"], image["height"])
        extent[n] = image["width"] * scale, image["height"] * scale
        for m, annotation in enumerate(by_image[image["id"]]):
            x, y, w, h = annotation["bbox"]
            boxes[n, m] = np.array([x, y, x + w, y + h]) * scale
            name = names[annotation["category_id"]]
            box_labels[n, m] = IGNORE_BOX if name == IGNORE_LABEL else DAMAGE_TYPES.index(name)
            if annotation["segmentation"]:
                outlines[n, m] = len(polygons)
                polygons.append((annotation["segmentation"], scale))

    out.mkdir(parents=True, exist_ok=True)
    np.lib.format.open_memmap(out / "images.npy", "w+", np.uint8, (count, size, size, 3)).flush()
    masks = np.zeros((max(1, len(polygons)), size // 4, size // 4), np.uint8)
    with Pool() as pool:
        paths = [pictures / image["file_name"] for image in kept]
        pool.map(partial(write_canvas, images=out / "images.npy", size=size), enumerate(paths), chunksize=16)
        for k, mask in enumerate(pool.imap(partial(mask_of, size=size), polygons, chunksize=32)):
            masks[k] = mask

    known = np.array([[t in image["labelled_types"] for t in DAMAGE_TYPES] for image in kept])
    meta = [{key: image[key] for key in ("file_name", "split", "source", "group")} for image in kept]
    arrays = {
        "extent": extent,
        "boxes": boxes,
        "labels": box_labels,
        "outlines": outlines,
        "masks": masks,
        "known": known,
        "car": car_boxes(kept, cars, size),
        "stretched": np.array([bool(image["stretched"]) for image in kept]),
        "weight": draw_weights(kept, box_labels, settings),
    }
    save_pack(out, "damage", {"meta": meta, "size": size}, arrays)
    print(f"{count} pictures, {int((box_labels != NO_BOX).sum())} boxes, {len(polygons)} outlines in {out}")


def write_canvas(job: tuple[int, Path], images: Path, size: int) -> None:
    """Straight into the file: ten gigabytes are not sent between processes."""
    row, path = job
    np.load(images, mmap_mode="r+")[row] = letterboxed(read_rgb(path), size)[0]


def mask_of(job: tuple[list[list[float]], float], size: int) -> np.ndarray:
    return filled(job[0], job[1], size, size // 4)


def refuse_split_groups(images: list[dict[str, Any]]) -> None:
    splits: dict[int, set[str]] = {}
    for image in images:
        splits.setdefault(image["group"], set()).add(image["split"])
    torn = [group for group, found in splits.items() if len(found) > 1]
    if torn:
        raise SystemExit(f"Near-duplicates must not cross splits: mend the split of groups {torn[:10]}.")


def car_boxes(images: list[dict[str, Any]], cars: Path, size: int) -> np.ndarray:
    """Where the vehicle is on the intact pictures, for close-ups of undamaged panels."""
    found = json.loads(cars.read_text())
    boxes = np.zeros((len(images), 4), np.float32)
    for n, image in enumerate(images):
        if image["file_name"] in found:
            boxes[n] = np.array(found[image["file_name"]]) * (size / max(image["width"], image["height"]))
    return boxes


def draw_weights(images: list[dict[str, Any]], labels: np.ndarray, settings: dict[str, Any]) -> np.ndarray:
    """Rare types are drawn more often, weakly labelled sources less; validation never."""
    training = np.array([image["split"] == "train" for image in images])
    has = np.stack([(labels == t).any(1) for t in range(len(DAMAGE_TYPES))], 1)
    share = has[training].mean(0) if training.any() else np.ones(len(DAMAGE_TYPES))
    repeat = np.maximum(1, np.sqrt(settings["common_share"] / np.maximum(share, 1e-3)))
    weight = np.maximum(1, (has * repeat).max(1)).clip(max=settings["most_repeats"])
    for n, image in enumerate(images):
        weight[n] *= settings["weak_weight"] if image["weak"] else 1
        weight[n] *= settings["intact_weight"] if image["source"] == settings["intact_source"] else 1
    return (weight * training).astype(np.float32)
