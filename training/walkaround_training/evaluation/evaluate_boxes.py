"""All figures of a box detector's report: precision, recall and threshold on labeled images, false alarms on others."""

import json
from typing import Any

import numpy as np

from ..data.box_labels import found_file, read_box_labels
from ..data.boxes import iou_matrix
from ..data.images import read_rgb
from ..data.onnx_session import session_for
from .average_precision import average_precision, matched
from .box_inference import detect_boxes


def evaluate_boxes(args: Any) -> None:
    session, column = session_for(args.onnx, 1), args.classes.index(args.judge)

    def detections(file: str) -> tuple[np.ndarray, np.ndarray]:
        return detect_boxes(session, read_rgb(found_file(args.pictures, file)), column, args.suppression)

    pictures = [p for path in args.labels for p in read_box_labels(path) if p.split in args.split]
    judged = [match_boxes(*detections(p.file), np.array(p.boxes).reshape(-1, 4), np.array(p.unclear).reshape(-1, 4),
                    (args.threshold or 0.3) if args.only_largest else None) for p in pictures]  # fmt: skip
    labeled = sum(len(p.boxes) for p in pictures)
    scores = np.concatenate([score for score, _, _ in judged])
    hits = np.concatenate([hit for _, hit, _ in judged])
    threshold = args.threshold or best_f1(scores, hits, labeled)
    found, right = int((scores >= threshold).sum()), int(hits[scores >= threshold].sum())
    report = {
        "judged": args.judge,
        "split": "+".join(args.split),
        "pictures": len(pictures),
        "labelled": labeled,
        "threshold": round(threshold, 3),
        "recall": round(right / max(1, labeled), 4),
        "precision": round(right / max(1, found), 4),
        "ap50": round(average_precision([(score, iou) for score, _, iou in judged]), 4),
    }
    if args.empty:
        names = args.empty.read_text().split()
        best = [detections(name)[1].max(initial=0) for name in names]
        report["empty"] = {"pictures": len(names), "with_alarm": sum(bool(score >= threshold) for score in best)}
    args.out.write_text(json.dumps(report, indent=2) + "\n")
    print(json.dumps(report))


def match_boxes(
    boxes: np.ndarray, scores: np.ndarray, labeled: np.ndarray, unclear: np.ndarray, largest_over: float | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores, whether each detection is correct, and IoUs. Detections on unclear objects are left out."""
    if largest_over is not None and (scores >= largest_over).any():
        areas = (boxes[:, 2:] - boxes[:, :2]).prod(1)
        keep = [int((areas * (scores >= largest_over)).argmax())]
        boxes, scores = boxes[keep], scores[keep]
    iou = iou_matrix(boxes, labeled)
    hit, order = matched(scores, iou, 0.5)
    if len(unclear):
        keep = hit | (iou_matrix(boxes, unclear)[order] < 0.3).all(1)
        hit, order = hit[keep], order[keep]
    return scores[order], hit, iou[order]


def best_f1(scores: np.ndarray, hits: np.ndarray, labeled: int) -> float:
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(hits[order])
    f1 = 2 * right / (np.arange(1, len(order) + 1) + labeled)
    return float(scores[order][f1.argmax()])
