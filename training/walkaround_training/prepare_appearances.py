"""Turn labels of appearances and photos to make more of them on into a pack for train_boxes."""

import argparse
import json
import tomllib
from collections.abc import Iterable
from functools import cache, partial
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import torch

from .appearance_labels import KINDS, read_appearances
from .appearance_rows import Host, Row, beside_damage, looked_at, made_up_rows
from .labels import NO_BOX
from .pack import save_pack
from .paint import Paint


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.prepare_appearances", description=__doc__)
    parser.add_argument("--config", type=Path, required=True, help="for example configs/appearances.toml")
    parser.add_argument("--labels", type=Path, required=True, help="labels/appearances.json")
    parser.add_argument(
        "--damages", type=Path, required=True, help="damage.json: training photos that are in --pictures"
    )
    parser.add_argument("--pictures", type=Path, required=True, help="folder with the unpacked pictures")
    parser.add_argument("--cars", type=Path, required=True, help="vehicles on the intact photos (find_cars)")
    parser.add_argument("--parts-model", type=Path, required=True, help="parts.onnx, beside its manifest.json")
    parser.add_argument("--limit", type=int, help="photos of each origin, for a trial run")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pack")
    given = parser.parse_args()
    settings = tomllib.loads(given.config.read_text())["data"]
    labelled = read_appearances(given.labels)[: given.limit]
    hosts, damages = photos_of(given.damages, given.cars, given.pictures, {p.file for p in labelled}, settings)
    manifest = json.loads((given.parts_model.parent / "manifest.json").read_text())
    names = next(tuple(model["classes"]) for model in manifest["models"] if model["name"] == "parts")
    folder, size = given.pictures, settings["size"]
    make = partial(made_up_on, folder=folder, size=size, parts_model=given.parts_model, names=names)
    rows: list[Row] = []
    torch.set_num_threads(1)  # one process per core does more than all cores on one picture
    with Pool() as pool:
        rows += pool.imap(partial(looked_at, folder=folder, size=size), labelled, chunksize=8)
        rows += pool.starmap(partial(beside_damage, folder=folder, size=size), damages[: given.limit])
        for made in pool.imap(make, hosts[: given.limit], chunksize=4):
            rows += made
    write(rows, settings, given.out)


def photos_of(
    labels: Path, cars: Path, folder: Path, taken: set[str], settings: dict
) -> tuple[list[Host], list[tuple[str, list[float]]]]:
    """Hosts, and scratches and cracks; of the training split, without the photos that were looked at."""
    coco, vehicles = json.loads(labels.read_text()), json.loads(cars.read_text())
    names = {category["id"]: category["name"] for category in coco["categories"]}
    boxes: dict[int, list[tuple[str, list[float]]]] = {}
    for annotation in coco["annotations"]:
        x, y, width, height = annotation["bbox"]
        found = (names[annotation["category_id"]], [x, y, x + width, y + height])
        boxes.setdefault(annotation["image_id"], []).append(found)
    chance = np.random.default_rng(settings["seed"])
    images = [i for i in coco["images"] if i["split"] == "train" and i["file_name"] not in taken]
    images = [i for i in images if (folder / i["file_name"]).exists()]
    images = [images[n] for n in chance.permutation(len(images))]
    hosts, damages = [], []
    for image, other in zip(images, images[1:] + images[:1]):
        file, found = image["file_name"], boxes.get(image["id"], [])
        copies = settings["copies_intact" if file in vehicles else "copies_damaged"]
        where = [box for _, box in found]
        hosts.append(Host(file, other["file_name"], vehicles.get(file), where, copies, int(chance.integers(2**31))))
        damages += [(file, box) for name, box in found if name in settings["taken_for"]]
    return hosts, [damages[n] for n in chance.permutation(len(damages))[: settings["damages"]]]


def made_up_on(host: Host, folder: Path, size: int, parts_model: Path, names: tuple[str, ...]) -> list[Row]:
    return made_up_rows(host, folder, paint_model(parts_model, names), size)


@cache
def paint_model(parts_model: Path, names: tuple[str, ...]) -> Paint:
    """Loaded once in every process."""
    return Paint(parts_model, names)


def write(rows: list[Row], settings: dict, out: Path) -> None:
    count, size, most = len(rows), settings["size"], max(len(row.boxes) for row in rows)
    boxes, labels = np.zeros((count, most, 4), np.float32), np.full((count, most), NO_BOX, np.int64)
    for n, row in enumerate(rows):
        for m, (kind, box) in enumerate(row.boxes):
            boxes[n, m], labels[n, m] = box, kind
    save_pack(
        out,
        "damage",
        {"meta": [{"file_name": row.file, "split": row.split, "origin": row.origin} for row in rows], "size": size},
        {
            "images": np.stack([row.canvas for row in rows]),
            "extent": np.array([row.extent for row in rows], np.float32),
            "boxes": boxes,
            "labels": labels,
            "outlines": np.full((count, most), -1, np.int64),
            "masks": np.zeros((1, size // 4, size // 4), np.uint8),
            "known": np.array([row.known for row in rows]),
            "car": np.array([row.car for row in rows], np.float32),
            "stretched": np.zeros(count, bool),
            "weight": weights(rows, settings["shares"]),
        },
    )
    counts = {kind: int((labels == n).sum()) for n, kind in enumerate(KINDS)}
    print(f"{count} pictures, {counts} in {out}")


def weights(rows: Iterable[Row], shares: dict[str, float]) -> np.ndarray:
    """Each origin is drawn by its share, whatever its number of pictures."""
    origins = np.array([row.origin if row.split == "train" else "" for row in rows])
    weight = np.zeros(len(origins), np.float32)
    for origin, share in shares.items():
        weight[origins == origin] = share / max(1, (origins == origin).sum())
    return weight


if __name__ == "__main__":
    main()
