"""Write the best finds of each kind to be judged by eye; then precision by the verdicts and recall on labelled pictures."""

import argparse
import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from PIL import Image

from .appearance_labels import KINDS, Appearances, read_appearances
from .boxes import overlap_table, suppressed
from .finding import session_for
from .pictures import letterboxed, read_rgb

LEAST_PRECISION = 0.5
LEAST_JUDGED = 10  # a precision measured on fewer finds says nothing
LEAST_OVERLAP = 0.3  # reflections and dirt fade out: half would judge the label rather than the find
LEAST_SCORE = 0.02
COLUMNS = ("kind", "file", "x1", "y1", "x2", "y2", "score", "verdict")

Found = tuple[np.ndarray, np.ndarray]  # corners in pixels of the picture, and scores, best first


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.evaluate_appearances", description=__doc__)
    parser.add_argument("--onnx", type=Path, required=True)
    parser.add_argument("--damages", type=Path, required=True, help="damage.json: its validation pictures are searched")
    parser.add_argument("--pictures", type=Path, required=True, help="folder with the unpacked pictures")
    parser.add_argument("--labels", type=Path, required=True, help="labels/appearances.json")
    parser.add_argument("--judged", type=Path, help="finds.csv with its last column filled: right, wrong or unclear")
    parser.add_argument("--best", type=int, default=60, help="finds of each kind to be judged")
    parser.add_argument("--suppression", type=float, default=0.4)
    parser.add_argument("--out", type=Path, required=True, help="folder for finds.csv and report.json")
    given = parser.parse_args()
    session = session_for(given.onnx, 1)
    images = json.loads(given.damages.read_text())["images"]
    finds = {
        image["file_name"]: found_in(session, read_rgb(given.pictures / image["file_name"]), given.suppression)
        for image in images
        if image["split"] == "val"
    }
    given.out.mkdir(parents=True, exist_ok=True)
    with (given.out / "finds.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(row for kind in range(len(KINDS)) for row in best_finds(finds, kind, given.best))
    if given.judged:
        rows = list(csv.DictReader(given.judged.open()))
        report = {
            kind: figures([row for row in rows if row["kind"] == kind], finds, n, read_appearances(given.labels))
            for n, kind in enumerate(KINDS)
        }
        (given.out / "report.json").write_text(json.dumps(report, indent=2) + "\n")
        print(json.dumps(report))


def found_in(session: onnxruntime.InferenceSession, picture: Image.Image, suppression: float) -> list[Found]:
    canvas, scale = letterboxed(picture, session.get_inputs()[0].shape[2])
    pixels = canvas.transpose(2, 0, 1)[None].astype(np.float32)
    boxes, scores = (output[0] for output in session.run(["boxes", "scores"], {"image": pixels}))
    found = []
    for column in scores.T:
        best = np.argsort(-column, kind="stable")[:400]
        best = best[column[best] > LEAST_SCORE]
        kept = best[suppressed(boxes[best], column[best], np.zeros(len(best)), suppression, 50)]
        found.append(((boxes[kept] / scale).clip(0, np.tile(picture.size, 2)), column[kept]))
    return found


def best_finds(finds: dict[str, list[Found]], kind: int, count: int) -> list[list[Any]]:
    rows = [
        [KINDS[kind], file, *(round(float(v)) for v in box), round(float(score), 4), ""]
        for file, found in finds.items()
        for box, score in zip(*found[kind])
    ]
    return sorted(rows, key=lambda row: -row[6])[:count]


def figures(
    judged: list[dict[str, str]], finds: dict[str, list[Found]], kind: int, labelled: list[Appearances]
) -> dict[str, Any]:
    """The lowest threshold at which half of the judged finds are right, and what it finds of the labelled boxes.

    What the eye could not tell counts as wrong. A picture where the kind was not boxed everywhere has boxes all the same.
    """
    judged = sorted(judged, key=lambda row: -float(row["score"]))
    right = np.cumsum([row["verdict"] == "right" for row in judged])
    precision = right / np.arange(1, len(judged) + 1)
    enough = np.flatnonzero(precision >= LEAST_PRECISION)
    enough = enough[enough + 1 >= LEAST_JUDGED]
    report: dict[str, Any] = {"judged": len(judged), "right": int(right[-1]), "threshold": None}
    if len(enough):
        last = int(enough[-1])
        threshold = float(judged[last]["score"])
        report |= {"threshold": threshold, "precision": round(float(precision[last]), 3), "finds": last + 1}
        report |= recall_at(threshold, finds, kind, labelled)
    return report


def recall_at(
    threshold: float, finds: dict[str, list[Found]], kind: int, labelled: list[Appearances]
) -> dict[str, Any]:
    boxes, hit = 0, 0
    for picture in labelled:
        wanted = np.array([box for k, box in picture.boxes if k == kind], float).reshape(-1, 4)
        if picture.split == "val" and len(wanted):
            found, scores = finds[picture.file][kind]
            overlaps = overlap_table(wanted, found[scores >= threshold])
            boxes, hit = boxes + len(wanted), hit + int((overlaps >= LEAST_OVERLAP).any(1).sum())
    return {"labelled": boxes, "recall": round(hit / max(1, boxes), 3)}


if __name__ == "__main__":
    main()
