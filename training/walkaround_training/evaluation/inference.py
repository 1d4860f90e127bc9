"""Inference with the exported damage detector, with the same post-processing as the service."""

from dataclasses import dataclass, field

import numpy as np
import onnxruntime
from PIL import Image

from ..data.boxes import non_maximum_suppression
from ..data.images import letterboxed, without_margin
from ..data.onnx_session import MULTIPLE, input_size
from ..data.vocabulary import SUPPRESSION_GROUPS

PIXELS_PER_CELL = 4  # of the prototypes
CANDIDATES = 400
MIN_SCORE = 0.01
OVERLAP = 0.6
MAX_DETECTIONS = 100
MAX_MASKS = 20  # outlines are worked out for the best detections of a picture


@dataclass
class Detections:
    boxes: np.ndarray  # [n, 4] corners in pixels of the picture
    scores: np.ndarray
    types: np.ndarray
    masks: list[np.ndarray] = field(default_factory=list)  # probability 0..255 inside the box, on the prototype grid
    corners: list[tuple[int, int]] = field(default_factory=list)  # where each mask starts on that grid (x, y)


def detect(session: onnxruntime.InferenceSession, picture: Image.Image) -> Detections:
    canvas, scale = letterboxed(picture, input_size(session))
    pixels = without_margin(canvas, picture.size, MULTIPLE).transpose(2, 0, 1)[None].astype(np.float32)
    boxes, scores, coefficients, prototypes = (o[0] for o in session.run(None, {"image": pixels}))
    flat = scores.ravel()
    best = np.argpartition(-flat, CANDIDATES)[:CANDIDATES]
    best = best[flat[best] > MIN_SCORE]
    anchor, types = np.divmod(best, scores.shape[1])
    keep = non_maximum_suppression(boxes[anchor], flat[best], np.array(SUPPRESSION_GROUPS)[types], OVERLAP, MAX_DETECTIONS)
    anchor, types, best = anchor[keep], types[keep], best[keep]
    limits = np.tile(picture.size, 2)
    detections = Detections((boxes[anchor] / scale).clip(0, limits), flat[best], types)
    rows, columns = prototypes.shape[1:]
    for row in anchor[:MAX_MASKS]:
        x1, y1, x2, y2 = (boxes[row] / PIXELS_PER_CELL).clip(0, (columns, rows, columns, rows))
        x1, y1, x2, y2 = int(x1), int(y1), int(np.ceil(x2)), int(np.ceil(y2))
        logits = np.tensordot(coefficients[row], prototypes[:, y1:y2, x1:x2], 1)
        detections.masks.append(np.round(255 / (1 + np.exp(-logits.clip(-30, 30)))).astype(np.uint8))
        detections.corners.append((x1, y1))
    return detections


def mask_on(detections: Detections, row: int, picture_size: tuple[int, int], cells: int) -> np.ndarray:
    """The outline's pixels on the picture itself, cut to the box."""
    width, height = picture_size
    grid = np.zeros((cells, cells), np.uint8)
    x, y = detections.corners[row]
    mask = detections.masks[row]
    grid[y : y + mask.shape[0], x : x + mask.shape[1]] = mask
    used = cells / max(width, height)
    seen = Image.fromarray(grid).resize((width, height), Image.Resampling.BILINEAR, (0, 0, width * used, height * used))
    inside = np.zeros((height, width), bool)
    x1, y1, x2, y2 = np.round(detections.boxes[row]).astype(int)
    inside[y1:y2, x1:x2] = True
    return (np.asarray(seen) > 127) & inside
