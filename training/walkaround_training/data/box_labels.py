"""Box labels from a COCO file, from a list of items with one box each, or from a file of labels/."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class BoxedPicture:
    file: str
    split: str
    boxes: list[list[float]] = field(default_factory=list)  # corners in pixels of the picture
    unclear: list[list[float]] = field(default_factory=list)  # ignored: a detection there is neither correct nor wrong


def read_box_labels(path: Path) -> list[BoxedPicture]:
    data = json.loads(path.read_text())
    if "annotations" in data:
        return from_coco(data)
    if "items" in data:
        return [BoxedPicture(item["file"], item["split"], [corners(item["bbox"])]) for item in data["items"]]
    return [
        BoxedPicture(file, entry["split"], entry.get("boxes", []), entry.get("unclear", []))
        for file, entry in data.items()
    ]


def from_coco(data: dict[str, Any]) -> list[BoxedPicture]:
    pictures = {image["id"]: BoxedPicture(image["file_name"], image["split"]) for image in data["images"]}
    for annotation in data["annotations"]:
        pictures[annotation["image_id"]].boxes.append(corners(annotation["bbox"]))
    return list(pictures.values())


def corners(box: list[float]) -> list[float]:
    x, y, width, height = box
    return [x, y, x + width, y + height]


def found_file(folders: list[Path], file: str) -> Path:
    for folder in folders:
        if (folder / file).exists():
            return folder / file
    raise SystemExit(f"{file} is in none of the --pictures folders: unpack the pictures of every label file there.")
