"""Detections on every validation image and on close-ups of intact panels, cached in one file."""

import json
import pickle
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from ..data.close_ups import close_ups
from ..data.images import read_rgb
from ..data.onnx_session import session_for
from .inference import Detections, detect

SESSION = None


def detect_all(onnx: Path, images: list[dict[str, Any]], pictures: Path, cars: Path | None, workers: int) -> dict[str, Any]:
    """Without `cars` no close-ups are cut."""
    boxes = json.loads(cars.read_text()) if cars else {}
    with Pool(workers, start_session, (onnx,)) as pool:
        results = pool.map(partial(detect_on, pictures=pictures, cars=boxes), images, chunksize=4)
    return {
        "pictures": {image["id"]: result[0] for image, result in zip(images, results)},
        "close_ups": [detections for _, found in results for detections in found],
    }


def start_session(onnx: Path) -> None:
    global SESSION
    SESSION = session_for(onnx, 1)


def detect_on(image: dict[str, Any], pictures: Path, cars: dict[str, list[float]]) -> tuple[Detections, list[Detections]]:
    picture = read_rgb(pictures / image["file_name"])
    name = Path(image["file_name"]).name
    crops = close_ups(picture, cars[name], image["id"]) if name in cars else []
    return detect(SESSION, picture), [without_masks(detect(SESSION, crop)) for crop in crops]


def without_masks(detections: Detections) -> Detections:
    return Detections(detections.boxes, detections.scores, detections.types)


def load_or_detect(cache: Path, **work: Any) -> dict[str, Any]:
    if not cache.exists():
        cache.parent.mkdir(parents=True, exist_ok=True)
        written = cache.with_suffix(".new")
        written.write_bytes(pickle.dumps(detect_all(**work)))
        written.replace(cache)
    return pickle.loads(cache.read_bytes())
