"""The labels of `labels/part-states.json`: what a person saw on parts of vehicles."""

import json
from pathlib import Path


def read_part_states(path: Path) -> dict[tuple[str, str], list[str]]:
    """By photo and part (a name of the parts network): which kinds of damage are on it. An empty list: it is intact."""
    photos = json.loads(path.read_text())["photos"]
    return {(photo["file"], part): kinds for photo in photos for part, kinds in photo["parts"].items()}
