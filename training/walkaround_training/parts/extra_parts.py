"""Parts that our own labels add to the labeled data set: the parts they lie on, and the photos on which they are labeled."""

import json
from pathlib import Path
from typing import Any

import numpy as np

BACKGROUND = "background"

# An extra part lies inside what the labeled set calls a door, a bumper or background. Where it is not labeled on a
# photo, such a pixel may be either; and figures of the labeled parts read it as the likeliest part it lies on.
HOSTS: dict[str, tuple[str, ...]] = {
    # the labeled set calls the side of a pickup's bed its trunk
    "fender_back_left": (BACKGROUND, "trunk"),
    "fender_back_right": (BACKGROUND, "trunk"),
    "window_front_left": ("front_left_door",),
    "window_front_right": ("front_right_door",),
    "window_back_left": ("back_left_door",),
    "window_back_right": ("back_right_door",),
    "grill": ("front_bumper", "hood", BACKGROUND),
    "license_plate_front": ("front_bumper", "hood", BACKGROUND),
    "license_plate_back": ("tailgate", "trunk", "back_bumper", BACKGROUND),
}


def hosts_of(name: str) -> tuple[str, ...]:
    """What an extra part lies on, the likeliest first: front fenders, roof and rocker panels were background."""
    return HOSTS.get(name, (BACKGROUND,))


def load_extra(settings: dict[str, Any]) -> dict[str, Any]:
    """The extra labels a configuration names, or none."""
    if "extra_labels" not in settings:
        return {"categories": [], "images": {}}
    path = Path(settings["extra_labels"])
    if not path.exists():
        raise SystemExit(f"{path} is not there: run from the training folder, or correct extra_labels.")
    return json.loads(path.read_text())


def unknown_extras(extra: dict[str, Any], file_name: str) -> list[bool]:
    """For each extra part whether nobody looked for it on this photo."""
    labeled = extra["images"].get(file_name, {}).get("labelled", [])
    return [name not in labeled for name in extra["categories"]]


def merged_into_hosts(logits: np.ndarray, seen: np.ndarray, names: list[str], base: int) -> np.ndarray:
    """What is seen, each extra part (names[base:]) read as the likeliest part it lies on."""
    result = seen.copy()
    for index in range(base, len(names)):
        hosts = np.array([names.index(host) for host in hosts_of(names[index])])
        there = seen == index
        result[there] = hosts[logits[hosts][:, there].argmax(0)]
    return result
