"""Every figure of a box detector's report: recall, precision and threshold on labelled images, false alarms on others."""

import json
from typing import Any

import numpy as np

from .average_precision import average_precision, matched
from ..data.box_labels import found_file, read_box_labels
from ..data.boxes import overlap_table
from ..data.onnx_session import session_for
from .box_inference import boxes_in
from ..data.images import read_rgb


def evaluate_boxes(given: Any) -> None:
    session, column = session_for(given.onnx, 1), given.classes.index(given.judge)

    def finds(file: str) -> tuple[np.ndarray, np.ndarray]:
        return boxes_in(session, read_rgb(found_file(given.pictures, file)), column, given.suppression)

    pictures = [p for path in given.labels for p in read_box_labels(path) if p.split in given.split]
    judged = [judge(*finds(p.file), np.array(p.boxes).reshape(-1, 4), np.array(p.unclear).reshape(-1, 4),
                    (given.threshold or 0.3) if given.only_largest else None) for p in pictures]  # fmt: skip
    labelled = sum(len(p.boxes) for p in pictures)
    scores = np.concatenate([score for score, _, _ in judged])
    hits = np.concatenate([hit for _, hit, _ in judged])
    threshold = given.threshold or best_f1(scores, hits, labelled)
    found, right = int((scores >= threshold).sum()), int(hits[scores >= threshold].sum())
    report = {
        "judged": given.judge,
        "split": "+".join(given.split),
        "pictures": len(pictures),
        "labelled": labelled,
        "threshold": round(threshold, 3),
        "recall": round(right / max(1, labelled), 4),
        "precision": round(right / max(1, found), 4),
        "ap50": round(average_precision([(score, iou) for score, _, iou in judged]), 4),
    }
    if given.empty:
        names = given.empty.read_text().split()
        best = [finds(name)[1].max(initial=0) for name in names]
        report["empty"] = {"pictures": len(names), "with_alarm": sum(bool(score >= threshold) for score in best)}
    given.out.write_text(json.dumps(report, indent=2) + "\n")
    print(json.dumps(report))


def judge(
    boxes: np.ndarray, scores: np.ndarray, labelled: np.ndarray, unclear: np.ndarray, largest_over: float | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores, whether each find is right, overlaps; finds on unclear things are left out."""
    if largest_over is not None and (scores >= largest_over).any():
        areas = (boxes[:, 2:] - boxes[:, :2]).prod(1)
        keep = [int((areas * (scores >= largest_over)).argmax())]
        boxes, scores = boxes[keep], scores[keep]
    iou = overlap_table(boxes, labelled)
    hit, order = matched(scores, iou, 0.5)
    if len(unclear):
        keep = hit | (overlap_table(boxes, unclear)[order] < 0.3).all(1)
        hit, order = hit[keep], order[keep]
    return scores[order], hit, iou[order]


def best_f1(scores: np.ndarray, hits: np.ndarray, labelled: int) -> float:
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(hits[order])
    f1 = 2 * right / (np.arange(1, len(order) + 1) + labelled)
    return float(scores[order][f1.argmax()])
