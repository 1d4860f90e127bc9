"""Finds of a model that a person dismissed: there is no damage, and the network took it for one."""

from typing import Any


def note_hard_negatives(images: list[dict[str, Any]], hard_negatives: list[dict[str, Any]]) -> None:
    """Each image gets the boxes of its own. They are no annotations, so the loss counts them as undamaged already."""
    boxes: dict[int, list[list[float]]] = {}
    for negative in hard_negatives:
        boxes.setdefault(negative["image_id"], []).append(negative["bbox"])
    for image in images:
        image["hard_negatives"] = boxes.get(image["id"], [])


def shows_hard_negative(image: dict[str, Any]) -> bool:
    """A tile shows those that reach into its window."""
    left, top, right, bottom = image.get("window") or (0, 0, image["width"], image["height"])
    return any(
        x < right and y < bottom and x + w > left and y + h > top for x, y, w, h in image.get("hard_negatives", [])
    )
