"""Large images are also cut into tiles, so that the network sees damages at full resolution."""

from typing import Any

LARGE = 1.5  # a picture whose long side is this many times the input loses detail when it is shrunk
OVERLAP = 0.2
MIN_SHARE = 0.4  # of a damage inside a tile; less of it is neither right nor wrong


def with_tiles(
    images: list[dict[str, Any]], by_image: dict[int, list[dict[str, Any]]], size: int, ignored: int
) -> list[dict[str, Any]]:
    """The pictures, and after them the tiles of the large ones, whose annotations are added to `by_image`."""
    tiles = []
    number = max(by_image, default=0)
    for image in images:
        if max(image["width"], image["height"]) < LARGE * size:
            continue
        for window in windows(image["width"], image["height"], size):
            number += 1
            width, height = window[2] - window[0], window[3] - window[1]
            source = f"{image['source']}-tile"
            tiles.append({**image, "id": number, "width": width, "height": height, "window": window, "source": source})
            by_image[number] = [part for a in by_image[image["id"]] if (part := inside(a, window, ignored))]
    return [*images, *tiles]


def windows(width: int, height: int, side: int) -> list[list[int]]:
    return [
        [x, y, min(x + side, width), min(y + side, height)] for y in starts(height, side) for x in starts(width, side)
    ]


def starts(length: int, side: int) -> list[int]:
    """Evenly spread, so that neighbors overlap by at least OVERLAP of a side."""
    if length <= side:
        return [0]
    count = -int(-(length - side) // (side * (1 - OVERLAP))) + 1
    return [round(k * (length - side) / (count - 1)) for k in range(count)]


def inside(annotation: dict[str, Any], window: list[int], ignored: int) -> dict[str, Any] | None:
    x, y, w, h = annotation["bbox"]
    left, top = max(x, window[0]), max(y, window[1])
    right, bottom = min(x + w, window[2]), min(y + h, window[3])
    if right - left < 2 or bottom - top < 2:
        return None
    enough = (right - left) * (bottom - top) >= MIN_SHARE * w * h
    moved = [
        [value - window[k % 2] for k, value in enumerate(points)] for points in annotation["segmentation"]
    ]
    return {
        **annotation,
        "bbox": [left - window[0], top - window[1], right - left, bottom - top],
        "segmentation": moved if enough else [],
        "category_id": annotation["category_id"] if enough else ignored,
    }
