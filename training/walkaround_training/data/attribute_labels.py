"""Reads the label files that were made by eye."""

import csv
import json
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from .images import read_rgb


@dataclass
class Row:
    """One labeled picture, or a rectangle of one."""

    file: str  # key of the label file: a picture, or "picture#x,y,width,height"
    path: Path
    split: str
    labels: dict[str, str]
    group: str = ""
    unsure: bool = False
    is_copy: bool = False  # of a picture in another split: no use for judging
    scores: dict[str, float] = field(default_factory=dict)
    clean: bool = False

    def picture(self, margin: float = 0.0) -> Image.Image:
        whole = read_rgb(self.path)
        if "#" not in self.file:
            return whole
        x, y, width, height = (float(v) for v in self.file.rsplit("#", 1)[1].split(","))
        more = margin * max(width, height)
        right, bottom = min(whole.width, x + width + more), min(whole.height, y + height + more)
        return whole.crop(tuple(round(v) for v in (max(0, x - more), max(0, y - more), right, bottom)))


def find_picture(pictures: Path, folders: list[str], name: str) -> Path:
    for folder in folders:
        if (pictures / folder / name).exists():
            return pictures / folder / name
    raise SystemExit(f"{name} is in none of {', '.join(folders)} under {pictures}: unpack the pictures there.")


def read_rows(labels: Path, pictures: Path, folders: list[str]) -> list[Row]:
    """A CSV with the columns file, split and the attributes; or JSON {"pictures": {file: {split, …}}}."""
    if labels.suffix == ".csv":
        with labels.open(newline="") as opened:
            given = {line["file"]: line for line in csv.DictReader(opened)}
    else:
        given = json.loads(labels.read_text())["pictures"]
    rows = []
    for file, line in given.items():
        path = find_picture(pictures, folders, file.split("#")[0])
        said = {name: word(value) for name, value in line.items()}
        group = str(line.get("group", path.name))
        unsure, is_copy = (said.get(name) == "yes" for name in ("unsure", "copy"))
        rows.append(Row(file, path, line["split"], said, group, unsure, is_copy))
    return rows


def word(value: str | bool | float | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def read_quality(labels: Path, scored: list[str], levels: dict[str, float]) -> dict[str, Row]:
    """Pictures judged for quality: clean, or per score none, some or much. What was not judged stays open."""
    with labels.open(newline="") as opened:
        lines = list(csv.DictReader(opened))
    judged = {}
    for line in lines:
        clean = line["clean"] == "yes"
        scores = {name: 0.0 if clean else levels[line[name]] for name in scored if clean or line.get(name)}
        judged[line["file"]] = Row(line["file"], Path(), line["split"], {}, scores=scores, clean=clean)
    return judged
