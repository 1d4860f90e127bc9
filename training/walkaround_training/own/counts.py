"""How much there is in each part of an own set."""

from typing import Any

from ..data.vocabulary import IGNORE_LABEL


def counts_of(data: dict[str, Any], split: str | None = None) -> dict[str, Any]:
    images = [image for image in data["images"] if split in (None, image["split"])]
    ids = {image["id"] for image in images}
    names = {category["id"]: category["name"] for category in data["categories"]}
    damages: dict[str, int] = {}
    for annotation in data["annotations"]:
        name = names[annotation["category_id"]]
        if annotation["image_id"] in ids and name != IGNORE_LABEL:
            damages[name] = damages.get(name, 0) + 1
    return {
        "photos": len(images),
        "vehicles": len({image["group"] for image in images}),
        "intact": sum(image["source"] == "whole" for image in images),
        "hard_negatives": sum(negative["image_id"] in ids for negative in data["hard_negatives"]),
        "damages": dict(sorted(damages.items(), key=lambda pair: -pair[1])),
    }
