"""All figures of the parts model's report: on whole vehicles, on close crops of them, and on damaged vehicles."""

import json
from typing import Any

import numpy as np
import onnxruntime
from PIL import Image

from ..data.config import load_config
from ..data.onnx_session import session_for
from ..parts.damaged_parts import drawn_damaged, load_damaged
from ..parts.extra_parts import merged_into_hosts, unknown_extras
from ..parts.prepare_parts import drawn_parts, load_part_labels

CROPS_PER_CAR = 4
MIN_PART = 0.02  # of the crop: a crop of sky is no close-up of a vehicle
FOUND = 0.5  # IoU on one picture from which a part counts as found


class PixelCounts:
    """Pixels counted: labeled parts by confusion; extra parts on the pictures where they are known."""

    def __init__(self, names: list[str], base: int) -> None:
        self.names, self.base = names, base
        self.confusion = np.zeros((base, base), np.int64)
        self.extra: dict[str, list[tuple[int, int, int]]] = {name: [] for name in names[base:]}  # both, seen, true

    def add(self, logits: np.ndarray, labeled: np.ndarray, whole: np.ndarray, unknown: list[bool]) -> None:
        found = logits.argmax(0)
        pairs = labeled.astype(np.int64) * self.base + merged_into_hosts(logits, found, self.names, self.base)
        self.confusion += np.bincount(pairs.ravel(), minlength=self.base**2).reshape(self.base, self.base)
        for index, (name, missing) in enumerate(zip(self.extra, unknown), self.base):
            if not missing:
                seen, true = found == index, whole == index
                self.extra[name].append((int((seen & true).sum()), int(seen.sum()), int(true.sum())))

    def figures(self) -> dict[str, Any]:
        right = np.diag(self.confusion)
        iou = right / np.maximum(1, self.confusion.sum(0) + self.confusion.sum(1) - right)
        present = self.confusion.sum(1) > 0
        extra = {name: extra_figures(np.array(rows).reshape(-1, 3)) for name, rows in self.extra.items()}
        judged = [figure["iou"] for figure in extra.values() if figure["pictures"]]
        labeled = {name: round(float(value), 3) for name, value in zip(self.names[1:], iou[1:])}
        return {
            "miou": round(float(iou[1:][present[1:]].mean()), 4),
            "pixel_accuracy": round(float(right.sum() / self.confusion.sum()), 4),
            "miou_extra": round(float(np.mean(judged)), 4) if judged else None,
            "per_part": labeled | {name: figure["iou"] for name, figure in extra.items()},
            "extra": extra,
        }


class DamagedCounts:
    """Pixels of damaged vehicles, by true and seen part, where the truth is known."""

    def __init__(self, names: list[str]) -> None:
        self.names, self.pictures = names, 0
        self.table = np.zeros((len(names), len(names)), np.int64)

    def add(self, logits: np.ndarray, truth: np.ndarray) -> None:
        count, known = len(self.names), truth < len(self.names)
        pairs = truth[known].astype(np.int64) * count + logits.argmax(0)[known]
        self.table += np.bincount(pairs, minlength=count**2).reshape(count, count)
        self.pictures += 1

    def figures(self) -> dict[str, Any]:
        right, true, seen = np.diag(self.table), self.table.sum(1), self.table.sum(0)
        rows = {
            name: {"iou": round(right[n] / (true[n] + seen[n] - right[n]), 3),
                   "precision": round(right[n] / max(1, seen[n]), 3), "coverage": round(right[n] / true[n], 3)}
            for n, name in enumerate(self.names) if n and true[n]
        }  # fmt: skip
        means = {f"mean_{key}": round(float(np.mean([row[key] for row in rows.values()])), 4) for key in ("iou", "precision", "coverage")}
        whole = {"vehicle_coverage": round(float(self.table[1:, 1:].sum() / true[1:].sum()), 4),
                 "right_of_vehicle": round(float(right[1:].sum() / true[1:].sum()), 4)}  # fmt: skip
        return {"pictures": self.pictures, **means, **whole, "per_part": rows}


def extra_figures(rows: np.ndarray) -> dict[str, Any]:
    """Pixel IoU, precision and coverage (recall), and the number of images on which the part is found."""
    both, seen, true = rows.sum(0).tolist()
    there = rows[rows[:, 2] > 0]
    found = there[:, 0] / np.maximum(1, there[:, 1] + there[:, 2] - there[:, 0]) >= FOUND
    return {
        "iou": round(both / max(1, seen + true - both), 3),
        "precision": round(both / max(1, seen), 3),
        "coverage": round(both / max(1, true), 3),
        "pictures": len(there),
        "found": int(found.sum()),
    }


def evaluate_parts(args: Any) -> None:
    settings = load_config(args.config)["data"] if args.config else {}
    labels = load_part_labels(settings, args.labels[0])
    session = session_for(args.onnx, args.workers)
    size, classes = session.get_inputs()[0].shape[2], session.get_outputs()[0].shape[1]
    if classes != len(labels.names):
        raise SystemExit(f"{args.onnx} has {classes} classes, the labels {len(labels.names)}: give its --config.")
    whole, close = (PixelCounts(labels.names, labels.base) for _ in range(2))
    for image in (image for image in labels.images if image["split"] == args.split):
        pixels, base, every = drawn_parts(args.pictures, image, labels, size)
        unknown = unknown_extras(labels.extra, image["file_name"])
        whole.add(logits_of(session, pixels), base, every, unknown)
        for box in crops(base, image["id"], size):
            cut = [enlarged(array, box, size) for array in (pixels, base, every)]
            close.add(logits_of(session, cut[0]), cut[1], cut[2], unknown)
    report = {"split": args.split, "whole": whole.figures(), "close": close.figures()}
    damaged = load_damaged(settings)
    if damaged and args.damaged:
        counts = DamagedCounts(labels.names)
        for file in (file for file, photo in damaged.items() if photo["split"] == args.split):
            pixels, _, every = drawn_damaged(args.damaged, file, damaged, labels.names, labels.base, size)
            counts.add(logits_of(session, pixels), every)
        report["damaged"] = counts.figures()
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "report.json").write_text(json.dumps(report, indent=1) + "\n")
    print(json.dumps(report, indent=1))


def logits_of(session: onnxruntime.InferenceSession, pixels: np.ndarray) -> np.ndarray:
    logits = session.run(None, {"image": pixels.transpose(2, 0, 1)[None].astype(np.float32)})[0][0]
    size = pixels.shape[0]
    planes = [np.asarray(Image.fromarray(plane).resize((size, size), Image.Resampling.BILINEAR)) for plane in logits]
    return np.stack(planes)


def crops(labeled: np.ndarray, seed: int, size: int) -> list[tuple[int, int, int, int]]:
    """Squares of 30 to 55 % of the picture around points of the vehicle."""
    rng = np.random.default_rng(seed)
    rows, columns = np.nonzero(labeled)
    result = []
    for _ in range(CROPS_PER_CAR):
        side = int(size * rng.uniform(0.3, 0.55))
        pick = rng.integers(len(rows))
        top, left = (int(np.clip(v - side // 2, 0, size - side)) for v in (rows[pick], columns[pick]))
        box = (left, top, left + side, top + side)
        if (enlarged(labeled, box, size) > 0).mean() >= MIN_PART:
            result.append(box)
    return result


def enlarged(array: np.ndarray, box: tuple[int, int, int, int], size: int) -> np.ndarray:
    """A crop resized to the input: bilinear for pixels, nearest for classes."""
    way = Image.Resampling.BILINEAR if array.ndim == 3 else Image.Resampling.NEAREST
    return np.asarray(Image.fromarray(array).crop(box).resize((size, size), way))
