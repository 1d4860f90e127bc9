"""Images with labels made by eye to a pack of compressed images."""

import io
import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from .attribute_labels import Row, find_picture, read_quality, read_rows
from .attributes_pack import BODY, CELLS, NOWHERE, UNKNOWN, Entry, load_attributes, save_attributes

WEBP_QUALITY = 82
FindSurface = Callable[[Row, Image.Image], np.ndarray | None]


def prepare_attributes(
    config: dict[str, Any], labels: Path, pictures: Path, cars: Path | None, parts: Path | None, out: Path, limit: int
) -> None:
    settings, attributes = config["data"], attributes_of(config)
    rows = rows_of(config, labels, pictures)
    rows = rows[:: max(1, len(rows) // limit)] if limit else rows
    boxes = json.loads(cars.read_text()) if cars else {}
    find = surfaces_of(parts, out) if parts else lambda row, picture: None
    entries = [packed(row, settings, attributes, boxes.get(row.path.name), find) for row in rows]
    save_attributes(out, attributes, entries)
    used = sum(f.stat().st_size for f in out.glob("pack-*.npz"))
    clean = sum(entry.clean for entry in entries)
    print(f"{len(entries)} pictures, {clean} of them to be degraded on purpose, {used / 1e6:.1f} MB in {out}")


def attributes_of(config: dict[str, Any]) -> dict[str, list[str]]:
    return {**config["attributes"], **{name: [] for name in config.get("scores", {}).get("names", [])}}


def rows_of(config: dict[str, Any], labels: Path, pictures: Path) -> list[Row]:
    """The labeled rows, and beside them the pictures that were judged for quality alone."""
    folders = config["data"]["folders"]
    rows = [row for row in read_rows(labels, pictures, folders) if row.split == "train" or not row.is_copy]
    if "scores" not in config:
        return rows
    scores = config["scores"]
    known = {row.file: row for row in rows}
    for file, judged in read_quality(Path(scores["labels"]), scores["names"], scores["levels"]).items():
        row = known.get(file)
        if row is None:
            row = replace(judged, path=find_picture(pictures, folders, file), group=file)
            rows.append(row)
        row.clean, row.scores = judged.clean, judged.scores
    return rows


def surfaces_of(parts: Path, out: Path) -> FindSurface:
    """What an earlier pack in the same folder knows is taken over: labels change more often than pictures."""
    from .surfaces import Surfaces  # needs ONNX Runtime, which training does not

    models = json.loads((parts.parent / "manifest.json").read_text())["models"]
    surfaces = Surfaces(parts, next(model["classes"] for model in models if model["file"] == parts.name))
    known: dict[str, np.ndarray] = {}
    if any(out.glob("pack-*.npz")):
        pack = load_attributes(out)
        known = {m["file"]: pack.surface[n] for n, m in enumerate(pack.meta) if not pack.close[n]}

    def find(row: Row, picture: Image.Image) -> np.ndarray | None:
        if row.labels and not shows_vehicle(row):
            return None
        seen = known[row.file] if row.file in known else surfaces.of(picture)
        return seen if row.labels or (seen is not None and borders_touched(seen, picture) < 2) else None

    return find


def packed(
    row: Row, settings: dict[str, Any], attributes: dict[str, list[str]], box: list[float] | None, find: FindSurface
) -> Entry:
    picture = row.picture(settings.get("margin", 0.0))
    seen = find(row, picture)
    surface = np.full((CELLS, CELLS), BODY, np.uint8) if seen is None else seen
    scale = min(1.0, settings["stored"] / max(picture.size))
    small = picture.resize([max(1, round(side * scale)) for side in picture.size], Image.Resampling.LANCZOS)
    stored = io.BytesIO()
    small.save(stored, "webp", quality=WEBP_QUALITY, method=4)
    return Entry(
        file=row.file,
        split=row.split,
        group=row.group,
        picture=stored.getvalue(),
        labels=[index_of(row, name, labels, settings) for name, labels in attributes.items() if labels],
        scores=[row.scores.get(name, math.nan) for name, labels in attributes.items() if not labels],
        clean=row.clean,
        close=seen is None,
        box=vehicle_box(picture, box, seen),
        surface=surface,
    )


def shows_vehicle(row: Row) -> bool:
    return row.labels["viewpoint"] not in ("close_up", "interior", "none")


def borders_touched(seen: np.ndarray, picture: Image.Image) -> int:
    """A vehicle that nobody labeled is taken for whole where its outline ends inside the picture."""
    width, height = (max(1, round(side * CELLS / max(picture.size))) for side in picture.size)
    inside = seen[:height, :width] != NOWHERE
    return sum(bool(edge.any()) for edge in (inside[0], inside[-1], inside[:, 0], inside[:, -1]))


def vehicle_box(picture: Image.Image, given: list[float] | None, seen: np.ndarray | None) -> tuple[float, ...]:
    """Shares of the picture's sides: the box that was found, else the outline's."""
    width, height = picture.size
    if given:
        return tuple(value / side for value, side in zip(given, (width, height) * 2))
    if seen is None:
        return (0.0,) * 4
    rows, columns = np.nonzero(seen)
    square = max(width, height) / CELLS
    corners = columns.min() / width, rows.min() / height, (columns.max() + 1) / width, (rows.max() + 1) / height
    return tuple(min(1.0, float(value) * square) for value in corners)


def index_of(row: Row, name: str, labels: list[str], settings: dict[str, Any]) -> int:
    """What the eye was not sure of is learned from, but nothing is judged by it."""
    said = row.labels.get(name, "")
    if said in labels and (row.split == "train" or not row.unsure):
        return labels.index(said)
    if said in labels or said in ("", *settings["masked"]):
        return UNKNOWN
    raise SystemExit(f"{row.file}: {name} is {said}, which the configuration does not name. Allowed: {labels}.")
