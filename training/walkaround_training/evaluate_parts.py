"""Every figure of the parts model's card: whole vehicles, and close crops of the same."""

import json
from typing import Any

import numpy as np
import onnxruntime
from PIL import Image

from .finding import session_for
from .prepare_parts import draw

CROPS_PER_CAR = 4
LEAST_PART = 0.02  # of the crop: a crop of sky is no close-up of a vehicle


def evaluate_parts(given: Any) -> None:
    data = json.loads(given.labels.read_text())
    categories = sorted(data["categories"], key=lambda category: category["id"])
    names = [category["name"].strip("_") for category in categories]
    classes = {category["id"]: index for index, category in enumerate(categories)}
    session = session_for(given.onnx, given.workers)
    size = session.get_inputs()[0].shape[2]
    whole, close = (np.zeros((len(names), len(names)), np.int64) for _ in range(2))
    for image in (image for image in data["images"] if image["split"] == given.split):
        annotations = [a for a in data["annotations"] if a["image_id"] == image["id"]]
        pixels, truth = draw((given.pictures / image["file_name"], image, annotations), classes, size)
        whole += table(seen(session, pixels), truth, len(names))
        for crop_pixels, crop_truth in crops(pixels, truth, image["id"], size):
            close += table(seen(session, crop_pixels), crop_truth, len(names))
    report = {"split": given.split, "whole": figures(whole, names), "close": figures(close, names)}
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "report.json").write_text(json.dumps(report, indent=1) + "\n")
    print(json.dumps(report, indent=1))


def seen(session: onnxruntime.InferenceSession, pixels: np.ndarray) -> np.ndarray:
    logits = session.run(None, {"image": pixels.transpose(2, 0, 1)[None].astype(np.float32)})[0][0]
    size = pixels.shape[0]
    planes = [np.asarray(Image.fromarray(plane).resize((size, size), Image.Resampling.BILINEAR)) for plane in logits]
    return np.stack(planes).argmax(0)


def crops(pixels: np.ndarray, truth: np.ndarray, seed: int, size: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Squares of 30 to 55 % of the picture around points of the vehicle, blown up to the input."""
    chance = np.random.default_rng(seed)
    rows, columns = np.nonzero(truth)
    result = []
    for _ in range(CROPS_PER_CAR):
        side = int(size * chance.uniform(0.3, 0.55))
        pick = chance.integers(len(rows))
        top, left = (int(np.clip(v - side // 2, 0, size - side)) for v in (rows[pick], columns[pick]))
        box = (left, top, left + side, top + side)
        cut = Image.fromarray(truth).crop(box).resize((size, size), Image.Resampling.NEAREST)
        if (np.asarray(cut) > 0).mean() >= LEAST_PART:
            picture = Image.fromarray(pixels).crop(box).resize((size, size), Image.Resampling.BILINEAR)
            result.append((np.asarray(picture), np.asarray(cut)))
    return result


def table(found: np.ndarray, truth: np.ndarray, count: int) -> np.ndarray:
    return np.bincount(truth.astype(np.int64).ravel() * count + found.ravel(), minlength=count * count).reshape(
        count, count
    )


def figures(confusion: np.ndarray, names: list[str]) -> dict[str, Any]:
    right = np.diag(confusion)
    iou = right / np.maximum(1, confusion.sum(0) + confusion.sum(1) - right)
    present = confusion.sum(1) > 0
    return {
        "miou": round(float(iou[1:][present[1:]].mean()), 4),
        "pixel_accuracy": round(float(right.sum() / confusion.sum()), 4),
        "per_part": {name: round(float(value), 3) for name, value in zip(names[1:], iou[1:])},
    }
