"""The labels of `labels/part-states.json`: what a person saw on parts of vehicles."""

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Seen:
    kinds: list[str] | None  # of damage; an empty list: it is intact; None: nobody said
    level: int  # how bad the damage is, 1 to 3; 0: nobody said
    judges: bool  # held out of training


def read_part_states(path: Path) -> dict[tuple[str, str], Seen]:
    """By photo and part (a name of the parts network)."""
    return {
        (photo["file"], part): Seen(photo.get("parts", {}).get(part), photo.get("levels", {}).get(part, 0), photo.get("split") == "val")
        for photo in json.loads(path.read_text())["photos"]
        for part in {**photo.get("parts", {}), **photo.get("levels", {})}
    }
