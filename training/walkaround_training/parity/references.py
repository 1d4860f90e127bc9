"""Results of the published models on drawn images."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from PIL import Image

from ..data.images import letterboxed
from ..data.onnx_session import input_size, session_for
from ..evaluation.inference import PIXELS_PER_CELL, Detections, detect, mask_on
from .drawings import Shape, drawn, panel, scaled, side_view

COMPARED = ("close_up_parts", "damage", "parts")
FINDS = 12
MIN_SCORE = 0.1  # the service stores no fainter detection
BLOCKS = (4, 4)  # the means of the input and of the logits are compared on this grid; it divides the grid of every model


def pictures(seed: int) -> list[dict[str, Any]]:
    """Two in the exact size of an input, so that decoding is compared alone; then larger, odd and small ones."""
    side, close = side_view(np.random.default_rng(seed)), panel(np.random.default_rng(seed))
    return [
        picture("a car in the size of the damage model's input", 768, 480, scaled(side, 0.8)),
        picture("a panel in the size of the damage model's input", 576, 768, scaled(close, 0.96)),
        picture("a car in the size of the parts model's input", 512, 320, scaled(side, 512 / 960)),
        picture("a large car of odd size", 1201, 751, scaled(side, 1.251)),
        picture("a panel smaller than the input", 481, 641, scaled(close, 0.801)),
    ]


def picture(name: str, width: int, height: int, shapes: list[Shape]) -> dict[str, Any]:
    return {"name": name, "width": width, "height": height, "shapes": shapes}


def seen_in(given: dict[str, Any], models: list[dict[str, Any]], folder: Path) -> dict[str, Any]:
    pixels = drawn(given["width"], given["height"], given["shapes"])
    image = Image.fromarray(pixels)
    seen: dict[str, Any] = {**given, "sha256": hashlib.sha256(pixels.tobytes()).hexdigest()}
    for model in models:
        session = session_for(folder / model["file"], 1)
        if "boxes" in model["outputs"] and "protos" in model["outputs"]:
            seen["damage"] = damage_seen(session, image, model)
        if "logits" in model["outputs"]:
            seen[model["name"]] = parts_seen(session, image)
    return seen


def damage_seen(session: onnxruntime.InferenceSession, image: Image.Image, model: dict[str, Any]) -> dict[str, Any]:
    """The service leaves out the types that it never shows."""
    size = input_size(session)
    cells = size // PIXELS_PER_CELL
    detections = detect(session, image)
    rows = [row for row in range(min(FINDS, len(detections.scores))) if detections.scores[row] >= MIN_SCORE]
    found = [described(detections, row, image, cells, model["classes"]) for row in rows]
    found = [find for find in found if model["thresholds"][find["type"]] is not None]
    return {"input": means(letterboxed(image, size)[0]), "finds": found}


def described(detections: Detections, row: int, image: Image.Image, cells: int, classes: list[str]) -> dict[str, Any]:
    return {
        "type": classes[detections.types[row]],
        "score": round(float(detections.scores[row]), 4),
        "corners": [round(float(value), 2) for value in detections.boxes[row]],
        "area": int(mask_on(detections, row, image.size, cells).sum()),
    }


def parts_seen(session: onnxruntime.InferenceSession, image: Image.Image) -> dict[str, Any]:
    size = session.get_inputs()[0].shape[2]
    canvas = letterboxed(image, size)[0]
    logits = session.run(None, {"image": canvas.transpose(2, 0, 1)[None].astype(np.float32)})[0][0]
    return {
        "input": means(canvas),
        "logits": [means(plane[..., None]) for plane in logits],
        "cells": np.bincount(logits.argmax(0).ravel(), minlength=len(logits)).tolist(),
    }


def means(pixels: np.ndarray) -> list[float]:
    """The mean of each channel in each block, row by row."""
    rows, columns = BLOCKS
    height, width, channels = pixels.shape
    blocks = pixels.reshape(rows, height // rows, columns, width // columns, channels).astype(np.float64)
    return [round(float(value), 2) for value in blocks.mean((1, 3)).ravel()]


def write_references(models_folder: Path, out: Path, seed: int) -> None:
    manifest = json.loads((models_folder / "manifest.json").read_text())["models"]
    models = [model for model in manifest if model["name"] in COMPARED]
    references = {
        "models": {model["name"]: model["sha256"] for model in models},
        "pictures": [seen_in(one, models, models_folder) for one in pictures(seed)],
    }
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(references) + "\n")
    print(f"{len(references['pictures'])} pictures in {out}, {out.stat().st_size // 1000} kB")
