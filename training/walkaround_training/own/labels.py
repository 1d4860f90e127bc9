"""The label files of a run: which photos teach, which ones set the thresholds, and which ones judge."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

LABELS, CARS = "damage.json", "intact-cars.json"


def read_labels(folder: Path) -> dict[str, Any]:
    """File names become whole paths, so that two sets can lie in two folders."""
    data = json.loads((folder / LABELS).read_text())
    for image in data["images"]:
        image["file_name"] = str(folder / image["file_name"])
    return data


def read_cars(folders: list[Path]) -> dict[str, list[float]]:
    files = [folder / CARS for folder in folders if (folder / CARS).exists()]
    return {name: box for file in files for name, box in json.loads(file.read_text()).items()}


def taught(own: dict[str, Any], tune_every: int) -> dict[str, Any]:
    """What the net may see, and as split `val` the vehicles that calibration and thresholds are fitted on.

    The held-out vehicles of the export are in neither: they judge.
    """
    images = [image for image in own["images"] if image["split"] == "train"]
    return of_images(own, [{**i, "split": "val" if i["group"] % tune_every == 0 else "train"} for i in images])


def held_out(own: dict[str, Any]) -> dict[str, Any]:
    return of_images(own, [image for image in own["images"] if image["split"] == "val"])


def to_learn_from(public: dict[str, Any], most: int) -> dict[str, Any]:
    """An even sample of a public set; its validation pictures are not touched."""
    images = [image for image in public["images"] if image["split"] == "train"]
    step = max(1, -(-len(images) // most))
    return of_images(public, images[::step])


def of_images(data: dict[str, Any], images: list[dict[str, Any]]) -> dict[str, Any]:
    ids = {image["id"] for image in images}
    lists = {
        name: [entry for entry in data.get(name, []) if entry["image_id"] in ids] for name in ("annotations", "hard_negatives")
    }
    return {"categories": data["categories"], "images": images, **lists}


def shared_weights(weight: np.ndarray, public: np.ndarray, share: float) -> np.ndarray:
    """Weights of the draw, so that this share of the samples shows public pictures. Without any, nothing changes."""
    theirs, ours = weight[public].sum(), weight[~public].sum()
    if theirs == 0 or ours == 0:
        return weight
    factor = share * ours / ((1 - share) * theirs)
    return np.where(public, weight * factor, weight).astype(np.float32)


def fingerprint(folder: Path) -> dict[str, str]:
    """What the set was: the manifest names the export, the labels what people said, the list the hash of every photo."""
    names = ("manifest.json", LABELS, "photos.jsonl")
    files = [folder / name for name in names if (folder / name).exists()]
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
