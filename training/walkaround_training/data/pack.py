"""A pack: a prepared data set as plain arrays."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np


@dataclass
class DamagePack:
    meta: list[dict[str, Any]]  # per picture: file, split, source, group
    images: np.ndarray  # [n, size, size, 3] uint8, letterboxed
    extent: np.ndarray  # [n, 2] width and height of the picture on its square
    boxes: np.ndarray  # [n, m, 4] corners in pixels of the square
    labels: np.ndarray  # [n, m] index of the type, NO_BOX or IGNORE_BOX
    outlines: np.ndarray  # [n, m] row of `masks`, or -1
    masks: np.ndarray  # [k, size / 4, size / 4] uint8 coverage
    known: np.ndarray  # [n, types] whether the source labels the type everywhere
    car: np.ndarray  # [n, 4] box of the vehicle on intact pictures, else zeros
    stretched: np.ndarray  # [n] the source lost the aspect ratio
    weight: np.ndarray  # [n] how often the picture is drawn


@dataclass
class PartsPack:
    meta: list[dict[str, Any]]
    names: list[str]  # class names, background first
    images: np.ndarray  # [n, size, size, 3] uint8
    classes: np.ndarray  # [n, size, size] uint8


ARRAYS = {
    "damage": ("images", "extent", "boxes", "labels", "outlines", "masks", "known", "car", "stretched", "weight"),
    "parts": ("images", "classes"),
}


def save_pack(folder: Path, kind: str, index: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, array in arrays.items():
        if not isinstance(array, np.memmap):
            np.save(folder / f"{name}.npy", array)
    (folder / "index.json").write_text(json.dumps({"kind": kind, **index}))


def load_arrays(folder: Path, kind: str) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    index = json.loads((folder / "index.json").read_text())
    if index["kind"] != kind:
        raise SystemExit(f"{folder} is a pack of {index['kind']}, not of {kind}: prepare it with a configuration whose task is {kind}.")
    return index, {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in ARRAYS[kind]}


def load_damage(folder: Path) -> DamagePack:
    index, arrays = load_arrays(folder, "damage")
    return DamagePack(meta=index["meta"], **arrays)


def load_parts(folder: Path) -> PartsPack:
    index, arrays = load_arrays(folder, "parts")
    return PartsPack(meta=index["meta"], names=index["names"], **arrays)
