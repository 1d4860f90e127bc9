"""The photos whose state was judged by eye, to learn from and to judge by."""

import json
import zlib
from pathlib import Path
from typing import Any

STATES = ("intact", "light", "moderate", "severe")  # a wreck counts as severe
SIZE = 448
INTACT = 8  # photos of intact vehicles to learn from


def images_in(labels: list[Path]) -> dict[str, dict[str, Any]]:
    return {image["file_name"]: image for path in labels for image in json.loads(path.read_text())["images"]}


def states_in(path: Path) -> dict[str, int]:
    photos = json.loads(path.read_text())["photos"]
    rows = photos.items() if isinstance(photos, dict) else ((photo["file"], photo) for photo in photos)
    return {file: min(3, (*STATES, "wreck").index(row["state"])) for file, row in rows}


def intact_photos(images: dict[str, dict[str, Any]], split: str) -> list[str]:
    return [file for file, image in images.items() if image["source"] == "whole" and image["split"] == split]


def learned_states(path: Path, images: dict[str, dict[str, Any]]) -> dict[str, int]:
    """Photos of the validation split are never learned from, whatever they are labeled for."""
    labeled = {file: state for file, state in states_in(path).items() if images[file]["split"] == "train"}
    return labeled | {file: 0 for file in intact_photos(images, "train")[::4][:INTACT]}


def judged_states(path: Path, images: dict[str, dict[str, Any]]) -> dict[str, int]:
    return states_in(path) | {file: 0 for file in intact_photos(images, "val")}


def half_of(group: int) -> int:
    """Choices are made on the groups of half 0, figures are those of half 1."""
    return zlib.crc32(str(group).encode()) % 2
