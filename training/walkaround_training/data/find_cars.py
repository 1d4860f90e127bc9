"""Boxes of the vehicles on photos of intact vehicles, from a published YOLOX detector."""

import json
from pathlib import Path

import numpy as np
import onnxruntime

from .images import letterboxed, read_rgb
from .onnx_session import session_for

INPUT = 416
VEHICLES = (2, 5, 7)  # car, bus, truck among the 80 COCO classes


def find_cars(detector: Path, pictures: Path, names: list[str], out: Path) -> None:
    session = session_for(detector, 0)
    found = {}
    for name in names:
        box = largest_vehicle(session, pictures / name)
        if box is not None:
            found[name] = [round(float(v), 1) for v in box]
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(box)}" for name, box in sorted(found.items()))
    out.write_text("{\n" + lines + "\n}\n")
    print(f"{len(found)} vehicles in {out}")


def names_of(labels: Path, source: str) -> list[str]:
    return [image["file_name"] for image in json.loads(labels.read_text())["images"] if image["source"] == source]


def largest_vehicle(session: onnxruntime.InferenceSession, path: Path) -> np.ndarray | None:
    canvas, scale = letterboxed(read_rgb(path), INPUT)
    bgr = canvas[..., ::-1].transpose(2, 0, 1)[None].astype(np.float32)
    raw = session.run(None, {session.get_inputs()[0].name: bgr})[0][0]
    scores = raw[:, 4] * raw[:, 5:][:, VEHICLES].max(1)
    boxes = decoded(raw[:, :4])
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    area[scores < 0.35] = 0
    if area.max() <= 0.05 * INPUT * INPUT:
        return None
    return boxes[area.argmax()].clip(0, INPUT) / scale


def decoded(raw: np.ndarray) -> np.ndarray:
    cells, strides = [], []
    for stride in (8, 16, 32):
        y, x = np.mgrid[: INPUT // stride, : INPUT // stride]
        cells.append(np.stack([x, y], -1).reshape(-1, 2))
        strides.append(np.full((x.size, 1), stride))
    step = np.concatenate(strides)
    center = (raw[:, :2] + np.concatenate(cells)) * step
    half = np.exp(raw[:, 2:4]) * step / 2
    return np.concatenate([center - half, center + half], 1)
