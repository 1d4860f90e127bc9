"""Find the vehicle on intact pictures, so that close-ups of undamaged panels can be cut from them."""

import argparse
import json
from pathlib import Path

import numpy as np
import onnxruntime

from .data.images import letterboxed, read_rgb

INPUT = 416
VEHICLES = (2, 5, 7)  # car, bus, truck among the 80 COCO classes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.find_cars", description=__doc__)
    parser.add_argument("--labels", type=Path, help="damage.json: its pictures of --source are searched; else all of the folder")
    parser.add_argument("--source", default="whole", help="name of the source with intact vehicles")
    parser.add_argument("--pictures", type=Path, required=True, help="folder with the unpacked pictures")
    parser.add_argument("--detector", type=Path, required=True, help="a YOLOX ONNX of 416 px (Apache-2.0)")
    parser.add_argument("--out", type=Path, required=True, help="JSON file: picture name to [x1, y1, x2, y2]")
    given = parser.parse_args()
    session = onnxruntime.InferenceSession(str(given.detector), providers=["CPUExecutionProvider"])
    found = {}
    for name in names_of(given.labels, given.source) if given.labels else sorted(p.name for p in given.pictures.iterdir()):
        box = largest_vehicle(session, given.pictures / name)
        if box is not None:
            found[name] = [round(float(v), 1) for v in box]
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(box)}" for name, box in sorted(found.items()))
    given.out.write_text("{\n" + lines + "\n}\n")
    print(f"{len(found)} vehicles in {given.out}")


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
    centre = (raw[:, :2] + np.concatenate(cells)) * step
    half = np.exp(raw[:, 2:4]) * step / 2
    return np.concatenate([centre - half, centre + half], 1)


if __name__ == "__main__":
    main()
