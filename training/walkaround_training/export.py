"""Write trained weights as the ONNX file that the service runs."""

import argparse
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from .nets.attributes_net import ShippedAttributes, restored
from .nets.detector import Detector
from .nets.exported_nets import ShippedDetector, ShippedParts
from .exporters.half_precision import with_half_weights
from .nets.parts_net import PartsNet

OPSET = 17


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.export", description=__doc__)
    parser.add_argument("--weights", type=Path, nargs="+", required=True, help="weights.pt of a run; damage: of several")
    parser.add_argument("--mirrored", type=Path, nargs="*", default=[], help="damage, parts: runs that (also) see the mirrored picture")
    parser.add_argument("--fit", type=Path, help="damage: fit.json of evaluate, to put the calibration into the net")
    parser.add_argument("--size", type=int, default=0, help="input side; the size of training unless given")
    parser.add_argument("--full-weights", action="store_true", help="keep 32-bit weights (twice the file)")
    parser.add_argument("--out", type=Path, required=True, help="the ONNX file")
    given = parser.parse_args()
    plain, mirrored = ([loaded(path) for path in paths] for paths in (given.weights, given.mirrored))
    size = given.size or plain[0]["size"]
    net, outputs = shipped(plain, mirrored, size, given.fit)
    net = net.eval().to(memory_format=torch.contiguous_format)
    example = torch.randint(0, 255, (1, 3, size, size), generator=torch.Generator().manual_seed(1)).float()
    given.out.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net, (example,), str(given.out), input_names=["image"], output_names=outputs, opset_version=OPSET, dynamo=False
    )
    with torch.no_grad():
        answers = net(example)
    answers = answers if isinstance(answers, tuple) else (answers,)
    model = with_fixed_shapes(onnx.load(given.out), answers)
    onnx.save(model if given.full_weights else with_half_weights(model), given.out)
    compare(answers, example, given.out)


@cache
def loaded(path: Path) -> dict[str, Any]:
    saved = torch.load(path, map_location="cpu", weights_only=True)
    saved["weights"] = {k: v.float() if v.is_floating_point() else v for k, v in saved["weights"].items()}
    return saved


def shipped(
    plain: list[dict[str, Any]], mirrored: list[dict[str, Any]], size: int, fit: Path | None
) -> tuple[nn.Module, list[str]]:
    saved = plain[0]
    if "attributes" in saved:
        return ShippedAttributes(restored(saved)), list(saved["attributes"])
    if "names" in saved:
        parts = PartsNet(saved["model"]["backbone"], len(saved["names"]), saved["model"]["width"])
        parts.load_state_dict(saved["weights"])
        return ShippedParts(parts, saved["names"], bool(mirrored)), ["logits"]
    types = max((run["types"] for run in [*plain, *mirrored]), key=len)
    if any(run["types"] != types[: len(run["types"])] for run in [*plain, *mirrored]):
        raise SystemExit("The runs list their types in different orders: they cannot be averaged.")
    slope, offset = torch.ones(len(types)), torch.zeros(len(types))
    if fit is not None:
        calibration = json.loads(fit.read_text())["calibration"]
        slope = torch.tensor([calibration[t]["slope"] for t in types], dtype=torch.float32)
        offset = torch.tensor([calibration[t]["offset"] for t in types], dtype=torch.float32)
    nets = {id(run): detector(run) for run in [*plain, *mirrored]}
    looks = [(nets[id(run)], False) for run in plain] + [(nets[id(run)], True) for run in mirrored]
    return ShippedDetector(looks, size, slope, offset), ["boxes", "scores", "coeffs", "protos"]


def detector(saved: dict[str, Any]) -> Detector:
    net = Detector(saved["model"]["backbone"], len(saved["types"]), saved["model"]["width"])
    net.load_state_dict(saved["weights"])
    return net


def with_fixed_shapes(model: onnx.ModelProto, answers: tuple[torch.Tensor, ...]) -> onnx.ModelProto:
    """The exporter leaves the outputs' sides open, although the input's are fixed."""
    for output, answer in zip(model.graph.output, answers):
        for dimension, side in zip(output.type.tensor_type.shape.dim, answer.shape):
            dimension.dim_value = side
    return model


def compare(wanted: tuple[torch.Tensor, ...], example: torch.Tensor, path: Path) -> None:
    """The file must say what the net says."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    for name, mine, theirs in zip(
        [o.name for o in session.get_outputs()], session.run(None, {"image": example.numpy()}), wanted
    ):
        theirs = theirs.numpy()
        # scores on noise are all near zero, where a relative difference says nothing
        scale = 1.0 if name == "scores" else max(1.0, float(np.abs(theirs).mean()))
        gap = float(np.abs(mine - theirs).mean()) / scale
        print(f"{name} {mine.shape}: mean difference to the trained net {gap:.1e}")
        if not gap < 5e-3:
            raise SystemExit(f"{path} differs from the trained net in {name}: do not ship it.")
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
