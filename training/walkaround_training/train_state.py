"""Train the state model: the backbone of the damage model, frozen, and a linear head that says how bad the damage is.

The head is fitted on a CPU in seconds; only the features take time. They are kept in a file beside the output.
"""

import argparse
import json
import zlib
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from PIL import Image

from .data.onnx_session import session_for

STATES = ("intact", "light", "moderate", "severe")
SIZE = 448
PADDING = 114
# The coarsest features of the first net of the damage model. Finer ones beside them made it no better (EXPERIMENTS.md).
TAPS = ("/nets.0/neck/lateral.2/lateral.2.2/HardSwish_output_0",)
INTACT = 80


def backbone_of(damage: Path) -> onnx.ModelProto:
    """The part of the damage model that leads to the taps, for pictures of SIZE; its outputs are the taps."""
    model = onnx.load(damage)
    needed, nodes = set(TAPS), []
    for node in reversed(model.graph.node):
        if needed.intersection(node.output):
            nodes.append(node)
            needed.update(node.input)
    image = helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, SIZE, SIZE])
    outputs = [helper.make_tensor_value_info(tap, TensorProto.FLOAT, None) for tap in TAPS]
    weights = [one for one in model.graph.initializer if one.name in needed]
    graph = helper.make_graph(nodes[::-1], "state", [image], outputs, weights)
    return helper.make_model(graph, opset_imports=model.opset_import, ir_version=model.ir_version)


def letterboxed(path: Path) -> np.ndarray:
    picture = Image.open(path).convert("RGB")
    scale = SIZE / max(picture.size)
    picture = picture.resize([max(1, round(side * scale)) for side in picture.size], Image.BILINEAR)
    square = np.full((SIZE, SIZE, 3), PADDING, np.float32)
    square[: picture.height, : picture.width] = np.asarray(picture, np.float32)
    return square.transpose(2, 0, 1)[None]


def pooled(maps: list[np.ndarray]) -> np.ndarray:
    return np.concatenate([np.concatenate([one[0].mean((1, 2)), one[0].max((1, 2))]) for one in maps])


def features_of(files: list[str], pictures: Path, damage: Path, cache: Path) -> dict[str, np.ndarray]:
    known = dict(np.load(cache)) if cache.exists() else {}
    missing = [file for file in files if file not in known]
    if missing:
        path = cache.with_suffix(".onnx")
        onnx.save(backbone_of(damage), path)
        session = session_for(path, threads=1)
        for file in missing:
            known[file] = pooled(session.run(list(TAPS), {"image": letterboxed(pictures / file)}))
        np.savez(cache, **known)
    return known


def fit_head(features: np.ndarray, labels: np.ndarray, strength: float) -> tuple[np.ndarray, np.ndarray]:
    """Multinomial logistic regression; `strength` weighs the labels against the penalty on the weights."""
    mean, spread = features.mean(0), features.std(0) + 1e-6
    x = torch.tensor((features - mean) / spread, dtype=torch.float64)
    y = torch.tensor(labels)
    weight = torch.zeros(len(STATES), x.shape[1], dtype=torch.float64, requires_grad=True)
    bias = torch.zeros(len(STATES), dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([weight, bias], max_iter=300, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        misfit = torch.nn.functional.cross_entropy(x @ weight.T + bias, y, reduction="sum")
        total = strength * misfit + 0.5 * (weight**2).sum()
        total.backward()
        return total

    optimizer.step(loss)
    raw = weight.detach().numpy() / spread
    return raw, bias.detach().numpy() - raw @ mean


def probabilities(features: np.ndarray, head: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    scores = features @ head[0].T + head[1]
    scores = np.exp(scores - scores.max(1, keepdims=True))
    return scores / scores.sum(1, keepdims=True)


def with_head(model: onnx.ModelProto, head: tuple[np.ndarray, np.ndarray]) -> onnx.ModelProto:
    graph = model.graph
    names = []
    for index, tap in enumerate(TAPS):
        for pool in ("ReduceMean", "ReduceMax"):
            name = f"{pool}{index}"
            graph.node.append(helper.make_node(pool, [tap], [name], axes=[2, 3], keepdims=0))
            names.append(name)
    graph.initializer.extend(
        numpy_helper.from_array(array.astype(np.float32), name)
        for array, name in zip(head, ("head_weight", "head_bias"), strict=True)
    )
    graph.node.append(helper.make_node("Concat", names, ["pooled"], axis=1))
    graph.node.append(helper.make_node("Gemm", ["pooled", "head_weight", "head_bias"], ["scores"], transB=1))
    graph.node.append(helper.make_node("Softmax", ["scores"], ["vehicle_state"], axis=1))
    del graph.output[:]
    graph.output.append(helper.make_tensor_value_info("vehicle_state", TensorProto.FLOAT, [1, len(STATES)]))
    onnx.checker.check_model(model)
    return model


def half_of(group: int) -> int:
    """Choices are made on the groups of half 0, figures are those of half 1."""
    return zlib.crc32(str(group).encode()) % 2


def figures(labels: np.ndarray, answers: np.ndarray, sure: float) -> dict:
    """A wreck counts as severe. `called_severe`: how many of each state reach the probability `sure`."""
    heavy = answers[:, 3]
    predicted = answers.argmax(1)
    confusion = [[int(((labels == a) & (predicted == b)).sum()) for b in range(4)] for a in range(4)]
    count = np.bincount(labels, minlength=4)
    return {
        "photos": dict(zip(STATES, count.tolist(), strict=True)),
        "confusion_rows_are_truth": confusion,
        "accuracy": round(float((predicted == labels).mean()), 4),
        "called_severe": {
            state: int(((labels == index) & (heavy >= sure)).sum()) for index, state in enumerate(STATES)
        },
        "heavy_calibration": [
            {"from": low, "photos": int(inside.sum()), "said": round(float(heavy[inside].mean()), 3),
             "true": round(float((labels[inside] == 3).mean()), 3)}
            for low, high in ((0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.01))
            if (inside := (heavy >= low) & (heavy < high)).any()
        ],
    }


def states_in(path: Path) -> dict[str, int]:
    photos = json.loads(path.read_text())["photos"]
    rows = photos.items() if isinstance(photos, dict) else ((photo["file"], photo) for photo in photos)
    return {file: min(3, (*STATES, "wreck").index(row["state"])) for file, row in rows}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.train_state", description=__doc__)
    parser.add_argument("--damage", type=Path, required=True, help="the ONNX file of a damage model; its first net is taken")
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--labels", type=Path, nargs="+", required=True, help="COCO files with split, group and source")
    parser.add_argument("--states", type=Path, required=True, help="labels/vehicle-state.json")
    parser.add_argument("--judged", type=Path, required=True, help="labels/damaged-parts.json")
    parser.add_argument("--strength", type=float, default=3e-3)
    parser.add_argument("--sure", type=float, default=0.4, help="the probability from which a photo is called severe")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)

    images = {image["file_name"]: image for path in args.labels for image in json.loads(path.read_text())["images"]}
    intact = {file: image["split"] for file, image in images.items() if image["source"] == "whole"}
    learned = {file: state for file, state in states_in(args.states).items() if images[file]["split"] == "train"}
    learned |= {file: 0 for file in [f for f, split in intact.items() if split == "train"][::4][:INTACT]}
    judged = states_in(args.judged) | {file: 0 for file, split in intact.items() if split == "val"}
    features = features_of([*learned, *judged], args.pictures, args.damage, args.out / "features.npz")

    def pick(states: dict[str, int], files: list[str]) -> tuple[np.ndarray, np.ndarray]:
        return np.stack([features[file] for file in files]), np.array([states[file] for file in files])

    head = fit_head(*pick(learned, list(learned)), args.strength)
    report = {"learned": len(learned), "strength": args.strength, "sure": args.sure}
    for half, name in enumerate(("chosen_on", "reported")):
        files = [file for file in judged if half_of(images[file]["group"]) == half]
        x, y = pick(judged, files)
        report[name] = figures(y, probabilities(x, head), args.sure)
    (args.out / "report.json").write_text(json.dumps(report, indent=1) + "\n")
    onnx.save(with_head(backbone_of(args.damage), head), args.out / "state.onnx")


if __name__ == "__main__":
    main()
