"""Labels of what only looks like a damage: per picture boxes by kind, and the kinds that are not boxed everywhere."""

import json
from dataclasses import dataclass
from pathlib import Path

KINDS: tuple[str, ...] = ("dirt", "light_reflection", "shadow", "car_curve")


@dataclass
class Appearances:
    file: str
    split: str
    boxes: list[tuple[int, list[float]]]  # kind and corners in pixels of the picture
    known: list[bool]  # per kind: whether all of it on the picture is boxed


def read_appearances(path: Path) -> list[Appearances]:
    pictures = []
    for file, entry in json.loads(path.read_text()).items():
        boxes = [(KINDS.index(kind), box) for kind in KINDS for box in entry.get(kind, [])]
        pictures.append(Appearances(file, entry["split"], boxes, [kind not in entry["unsure"] for kind in KINDS]))
    return pictures
