"""Inference with an exported box detector, with the same post-processing as the service."""

import numpy as np
import onnxruntime
from PIL import Image

from ..data.boxes import non_maximum_suppression
from ..data.images import letterboxed

CANDIDATES = 400
MAX_DETECTIONS = 100


def detect_boxes(
    session: onnxruntime.InferenceSession, picture: Image.Image, column: int, suppression: float, least: float = 0.02
) -> tuple[np.ndarray, np.ndarray]:
    """Corners in pixels of the picture and scores of one class, best first."""
    canvas, scale = letterboxed(picture, session.get_inputs()[0].shape[2])
    boxes, scores = session.run(["boxes", "scores"], {"image": canvas.transpose(2, 0, 1)[None].astype(np.float32)})
    boxes, scores = boxes[0], scores[0, :, column]
    best = np.argsort(-scores, kind="stable")[:CANDIDATES]
    best = best[scores[best] > least]
    kept = best[non_maximum_suppression(boxes[best], scores[best], np.zeros(len(best)), suppression, MAX_DETECTIONS)]
    return (boxes[kept] / scale).clip(0, np.tile(picture.size, 2)), scores[kept]
