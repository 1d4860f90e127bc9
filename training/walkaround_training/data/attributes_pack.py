"""A pack of compressed images with their labels. It is small enough to copy, and is decoded when it is loaded."""

import io
import json
from dataclasses import dataclass
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from .images import letterboxed

FULL = 24 << 20  # bytes of one file: larger ones do not travel well
UNKNOWN = -1

# The grid on which a pack stores where the vehicle is
CELLS = 80  # along each side of the letterboxed square
NOWHERE, BODY, GLASS = 0, 1, 2


@dataclass
class Entry:
    """One picture on its way into a pack."""

    file: str
    split: str
    group: str  # near-duplicates share one: they stay on one side of every split
    picture: bytes
    labels: list[int]
    scores: list[float]
    clean: bool  # looked at and found good: may be degraded on purpose
    close: bool
    box: tuple[float, ...]  # of the vehicle, as shares of the picture's sides; all zero where it is not known
    surface: np.ndarray


@dataclass
class AttributesPack:
    meta: list[dict[str, Any]]  # per picture: file, split, group
    attributes: dict[str, list[str]]  # labels of each attribute; a score has none
    pictures: list[bytes]
    labels: np.ndarray  # [n, attributes with labels] index of the label, or UNKNOWN
    scores: np.ndarray  # [n, scores] 0..1, or NaN
    clean: np.ndarray  # [n]
    close: np.ndarray  # [n]
    box: np.ndarray  # [n, 4] left, top, right, bottom
    surface: np.ndarray  # [n, CELLS, CELLS]

    @property
    def classified(self) -> list[str]:
        return [name for name, labels in self.attributes.items() if labels]

    @property
    def scored(self) -> list[str]:
        return [name for name, labels in self.attributes.items() if not labels]

    def decoded(self, size: int) -> tuple[np.ndarray, np.ndarray]:
        """Pictures letterboxed to size [n, size, size, 3], and the extent (width, height) of each."""
        with ThreadPool() as pool:
            pairs = pool.map(lambda picture: decoded(picture, size), self.pictures, chunksize=32)
        return np.stack([pair[0] for pair in pairs]), np.array([pair[1] for pair in pairs], np.float32)


def decoded(picture: bytes, size: int) -> tuple[np.ndarray, tuple[int, int]]:
    with Image.open(io.BytesIO(picture)) as opened:
        rgb = opened.convert("RGB")
    canvas, scale = letterboxed(rgb, size)
    return canvas, tuple(max(1, round(side * scale)) for side in rgb.size)


def save_attributes(folder: Path, attributes: dict[str, list[str]], entries: list[Entry]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("pack-*.npz"):
        old.unlink()
    files: list[list[Entry]] = [[]]
    for entry in entries:
        if sum(len(other.picture) for other in files[-1]) + len(entry.picture) > FULL:
            files.append([])
        files[-1].append(entry)
    for number, part in enumerate(files):
        index = {
            "kind": "attributes",
            "attributes": attributes,
            "meta": [{"file": e.file, "split": e.split, "group": e.group} for e in part],
        }
        np.savez_compressed(
            folder / f"pack-{number}.npz",
            index=np.frombuffer(json.dumps(index).encode(), np.uint8),
            bytes=np.frombuffer(b"".join(e.picture for e in part), np.uint8),
            ends=np.cumsum([len(e.picture) for e in part]),
            labels=np.array([e.labels for e in part], np.int8),
            scores=np.array([e.scores for e in part], np.float32),
            clean=np.array([e.clean for e in part]),
            close=np.array([e.close for e in part]),
            box=np.array([e.box for e in part], np.float32),
            surface=np.stack([e.surface for e in part]).reshape(-1, CELLS, CELLS),
        )


def load_attributes(folder: Path) -> AttributesPack:
    paths = sorted(folder.glob("pack-*.npz"))
    if not paths:
        raise SystemExit(f"{folder} holds no pack-0.npz: make it with python -m walkaround_training.prepare.")
    meta: list[dict[str, Any]] = []
    pictures: list[bytes] = []
    arrays: dict[str, list[np.ndarray]] = {n: [] for n in ("labels", "scores", "clean", "close", "box", "surface")}
    for path in paths:
        with np.load(path) as stored:
            index = json.loads(stored["index"].tobytes())
            meta += index["meta"]
            ends = stored["ends"].tolist()
            joined = stored["bytes"].tobytes()
            pictures += [joined[start:end] for start, end in zip([0, *ends], ends)]
            for name, parts in arrays.items():
                parts.append(stored[name])
    return AttributesPack(meta, index["attributes"], pictures, **{k: np.concatenate(v) for k, v in arrays.items()})
