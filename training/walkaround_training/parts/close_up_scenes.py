"""Photos with what is known of their parts: boxes with a label, or a map of the parts."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ..data.images import read_rgb
from .close_up_parts import PARTS, meant_by, possible_from
from .damaged_parts import drawn_damaged, load_damaged
from .extra_parts import hosts_of
from .prepare_parts import drawn_parts, load_part_labels

UNKNOWN = 255


@dataclass
class Scene:
    path: Path
    boxes: np.ndarray = field(default_factory=lambda: np.zeros((0, 4)))  # corners in pixels
    meant: np.ndarray = field(default_factory=lambda: np.zeros((0, len(PARTS)), bool))
    """Where the parts are known everywhere: a map with the rows of `meant`, UNKNOWN elsewhere."""
    classes: np.ndarray | None = None
    """How much of a mapped photo's longer side a view of it shows: a close-up is shown nearly whole."""
    shown: tuple[float, float] = (0.22, 0.6)


def corners(box: list[float]) -> list[float]:
    return [box[0], box[1], box[0] + box[2], box[1] + box[3]]


def labeled_scene(path: Path, labels: list[tuple[list[float], str | None]]) -> Scene | None:
    known = [(corners(box), meant) for box, label in labels if label and (meant := meant_by(label)).any()]
    if not known:
        return None
    return Scene(path, np.array([box for box, _ in known], float), np.stack([meant for _, meant in known]))


def by_eye(labels: Path, pictures: Path) -> Iterator[Scene]:
    """Photos in the form of labels/close-up-parts.json."""
    for photo in json.loads(labels.read_text())["photos"]:
        scene = labeled_scene(pictures / photo["file"], [(one["box"], one["part"]) for one in photo["damages"]])
        if scene:
            yield scene


def of_sources(damage: dict[str, Any], pictures: Path) -> Iterator[Scene]:
    """Photos whose source names the damaged part, without its side and mostly without its end."""
    named: dict[int, list[tuple[list[float], str | None]]] = {}
    for one in damage["annotations"]:
        if one.get("part"):
            named.setdefault(one["image_id"], []).append((one["bbox"], one["part"]))
    for image in damage["images"]:
        if image["split"] == "train" and image["id"] in named:
            scene = labeled_scene(pictures / image["file_name"], named[image["id"]])
            if scene:
                yield scene


def outlined(labels: Path, extra: Path, views: dict[str, Any], pictures: Path) -> Iterator[Scene]:
    """The pictures of the parts set with its outlines and ours; a wheel is on the side that is seen."""
    given = load_part_labels({"extra_labels": str(extra)}, labels)
    for image in given.images:
        name = image["file_name"]
        if image["split"] != "train" or views.get(name, {}).get("viewpoint") is None:
            continue
        size = max(image["width"], image["height"])
        _, _, drawn = drawn_parts(pictures, image, given, size)
        looked_for = given.extra["images"].get(name, {}).get("labelled", [])
        unlabeled = [part for part in given.extra["categories"] if part not in looked_for]
        meant = [np.zeros(len(PARTS), bool)]
        for part in given.names[1:]:
            may_be = [part, *[extra for extra in unlabeled if part in hosts_of(extra)]]
            meant.append(meant_by("+".join(may_be)) & possible_from(views[name]["viewpoint"]))
        yield mapped(pictures / name, drawn, np.stack(meant))


def damaged(labels: Path, names: list[str], pictures: Path) -> Iterator[Scene]:
    """Training photos of labels/parts-damaged.json; `names`: the classes of the parts network."""
    photos = load_damaged({"damaged_labels": labels})
    for file, photo in photos.items():
        if photo["split"] != "train":
            continue
        side = max(read_rgb(pictures / file).size)
        _, _, drawn = drawn_damaged(pictures, file, photos, names, len(names), side)
        seen = possible_from(photo["view"])
        meant = np.stack([np.zeros(len(PARTS), bool), *[meant_by(part) & seen for part in names[1:]]])
        yield mapped(pictures / file, drawn, meant, (0.4, 1.0))


def mapped(path: Path, classes: np.ndarray, meant: np.ndarray, shown: tuple[float, float] = Scene.shown) -> Scene:
    known = np.append(meant.any(1), np.zeros(UNKNOWN + 1 - len(meant), bool))
    return Scene(path, meant=meant, classes=np.where(known[classes], classes, UNKNOWN).astype(np.uint8), shown=shown)
