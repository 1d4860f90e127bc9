"""Labeled damage photos to a pack."""

import json
import os
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np

from .hard_negatives import note_hard_negatives, shows_hard_negative
from .images import filled, letterboxed, read_rgb
from .pack import save_pack
from .tiles import with_tiles
from .vocabulary import DAMAGE_TYPES, IGNORE_BOX, IGNORE_LABEL, NO_BOX


def prepare_damage(
    settings: dict[str, Any],
    labels: list[Path],
    pictures: Path,
    cars: list[Path],
    intact: Path | None,
    out: Path,
    limit: int,
) -> None:
    data = joined([json.loads(path.read_text()) for path in labels])
    if intact:
        data["images"] += intact_entries(intact, pictures, settings["intact_source"], data["images"])
    refuse_split_groups(data["images"])
    names = {category["id"]: category["name"] for category in data["categories"]}
    kept = [i for i in data["images"] if i["source"] not in settings["left_out_sources"] and may_teach(i, settings)]
    kept = kept[:: max(1, len(kept) // limit)] if limit else kept
    by_image: dict[int, list[dict[str, Any]]] = {image["id"]: [] for image in kept}
    for annotation in data["annotations"]:
        if annotation["image_id"] in by_image and names[annotation["category_id"]] in (*DAMAGE_TYPES, IGNORE_LABEL):
            by_image[annotation["image_id"]].append(annotation)

    note_hard_negatives(kept, data["hard_negatives"])
    size = settings["size"]
    ignored = next(category["id"] for category in data["categories"] if category["name"] == IGNORE_LABEL)
    kept = with_tiles(kept, by_image, size, ignored) if settings.get("tiles", True) else kept
    count = len(kept)
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
        jobs = [(row, pictures / image["file_name"], image.get("window")) for row, image in enumerate(kept)]
        pool.map(partial(write_canvas, images=out / "images.npy", size=size), jobs, chunksize=16)
        for k, mask in enumerate(pool.imap(partial(mask_of, size=size), polygons, chunksize=32)):
            masks[k] = mask

    unlabeled = settings.get("unlabeled", {})
    known = np.array(
        [
            [t in image["labelled_types"] and t not in unlabeled.get(image["source"], ()) for t in DAMAGE_TYPES]
            for image in kept
        ]
    )
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


def may_teach(image: dict[str, Any], settings: dict[str, Any]) -> bool:
    """Validation judges on every source. A configuration may name the only sources to learn from, and a file with pictures of
    theirs to leave out."""
    if image["split"] != "train" or "train_sources" not in settings:
        return True
    left_out = Path(settings["left_out_pictures"]).read_text().split() if "left_out_pictures" in settings else []
    return image["source"] in settings["train_sources"] and image["file_name"] not in left_out


def joined(files: list[dict[str, Any]]) -> dict[str, Any]:
    """Several COCO files as one. They share the categories, and no id stands in two of them."""
    images = [image for file in files for image in file["images"]]
    if len({image["id"] for image in images}) < len(images):
        raise SystemExit("Two label files use the same image ids: number the images of one anew.")
    if any(file["categories"] != files[0]["categories"] for file in files):
        raise SystemExit("The label files list different categories: use the same list in all of them.")
    annotations = [annotation for file in files for annotation in file["annotations"]]
    hard_negatives = [negative for file in files for negative in file.get("hard_negatives", [])]
    return {**files[0], "images": images, "annotations": annotations, "hard_negatives": hard_negatives}


def intact_entries(folder: Path, pictures: Path, source: str, others: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each picture of the folder as a training picture on which no type of damage is to be found."""
    number, group = (max(image[key] for image in others) for key in ("id", "group"))
    entries = []
    for k, path in enumerate(sorted(folder.iterdir()), 1):
        width, height = read_rgb(path).size
        name = os.path.relpath(path, pictures)
        entry = {"id": number + k, "group": group + k, "file_name": name, "width": width, "height": height}
        entry |= {"split": "train", "source": source, "labelled_types": DAMAGE_TYPES, "weak": False, "stretched": False}
        entries.append(entry)
    return entries


def write_canvas(job: tuple[int, Path, list[int] | None], images: Path, size: int) -> None:
    """Straight into the file: ten gigabytes are not sent between processes."""
    row, path, window = job
    picture = read_rgb(path)
    if window:
        picture = picture.crop(window)
    np.load(images, mmap_mode="r+")[row] = letterboxed(picture, size)[0]


def mask_of(job: tuple[list[list[float]], float], size: int) -> np.ndarray:
    return filled(job[0], job[1], size, size // 4)


def refuse_split_groups(images: list[dict[str, Any]]) -> None:
    splits: dict[int, set[str]] = {}
    for image in images:
        splits.setdefault(image["group"], set()).add(image["split"])
    torn = [group for group, found in splits.items() if len(found) > 1]
    if torn:
        raise SystemExit(f"Near-duplicates must not cross splits: mend the split of groups {torn[:10]}.")


def car_boxes(images: list[dict[str, Any]], cars: list[Path], size: int) -> np.ndarray:
    """Where the vehicle is on the intact pictures, for close-ups of undamaged panels."""
    found = {name: box for path in cars for name, box in json.loads(path.read_text()).items()}
    boxes = np.zeros((len(images), 4), np.float32)
    for n, image in enumerate(images):
        name = Path(image["file_name"]).name
        if name in found:
            boxes[n] = np.array(found[name]) * (size / max(image["width"], image["height"]))
    return boxes


def draw_weights(images: list[dict[str, Any]], labels: np.ndarray, settings: dict[str, Any]) -> np.ndarray:
    """Rare types and dismissed finds are drawn more often, weakly labeled sources less; validation never."""
    training = np.array([image["split"] == "train" for image in images])
    has = np.stack([(labels == t).any(1) for t in range(len(DAMAGE_TYPES))], 1)
    share = has[training].mean(0) if training.any() else np.ones(len(DAMAGE_TYPES))
    repeat = np.maximum(1, np.sqrt(settings["common_share"] / np.maximum(share, 1e-3)))
    weight = np.maximum(1, (has * repeat).max(1)).clip(max=settings["most_repeats"])
    for n, image in enumerate(images):
        weight[n] *= settings["weak_weight"] if image["weak"] else 1
        weight[n] *= settings.get("hard_negative_weight", 2.0) if shows_hard_negative(image) else 1
        weight[n] *= settings["intact_weight"] if image["source"] == settings["intact_source"] else 1
    return (weight * training).astype(np.float32)
