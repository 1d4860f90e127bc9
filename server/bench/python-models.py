"""The same ONNX files through Python's onnxruntime with Pillow: prints the median milliseconds per photo.

Arguments: photo, threads, rounds, then each model as FILE:WIDTH:HEIGHT of its input.
"""

import statistics
import sys
import time

import numpy as np
import onnxruntime
from PIL import Image

photo, threads, rounds, *models = sys.argv[1:]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = int(threads)
sessions = []
for model in models:
    path, width, height = model.rsplit(":", 2)
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    sessions.append((session, int(width), int(height)))
largest = max(width for _, width, _ in sessions)


def run() -> None:
    with Image.open(photo) as opened:
        opened.draft("RGB", (largest, largest))
        picture = opened.convert("RGB")
    for session, columns, rows in sessions:
        scale = max(columns, rows) / max(picture.size)
        width, height = (round(side * scale) for side in picture.size)
        canvas = np.full((rows, columns, 3), 114, np.uint8)
        canvas[:height, :width] = np.asarray(picture.resize((width, height), Image.Resampling.BILINEAR))
        session.run(None, {"image": canvas.transpose(2, 0, 1)[None].astype(np.float32)})


times = []
for _ in range(int(rounds) + 2):
    began = time.perf_counter()
    run()
    times.append(time.perf_counter() - began)
print(1000 * statistics.median(times[2:]))
