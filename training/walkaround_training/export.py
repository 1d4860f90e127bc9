"""Write trained weights as the ONNX file that the service runs."""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from .detector import Detector
from .export_nets import ShippedDetector, ShippedParts
from .half_weights import with_half_weights
from .parts_net import PartsNet

OPSET = 17


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.export", description=__doc__)
    parser.add_argument("--weights", type=Path, required=True, help="weights.pt of a run")
    parser.add_argument("--fit", type=Path, help="damage: fit.json of evaluate, to put the calibration into the net")
    parser.add_argument("--size", type=int, default=0, help="input side; the size of training unless given")
    parser.add_argument("--full-weights", action="store_true", help="keep 32-bit weights (twice the file)")
    parser.add_argument("--out", type=Path, required=True, help="the ONNX file")
    given = parser.parse_args()
    saved = torch.load(given.weights, map_location="cpu", weights_only=True)
    size = given.size or saved["size"]
    net, outputs = shipped(saved, size, given.fit)
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


def shipped(saved: dict, size: int, fit: Path | None) -> tuple[nn.Module, list[str]]:
    weights = {k: v.float() if v.is_floating_point() else v for k, v in saved["weights"].items()}
    backbone, width = saved["model"]["backbone"], saved["model"]["width"]
    if "names" in saved:
        parts = PartsNet(backbone, len(saved["names"]), width)
        parts.load_state_dict(weights)
        return ShippedParts(parts), ["logits"]
    types = saved["types"]
    detector = Detector(backbone, len(types), width)
    detector.load_state_dict(weights)
    slope, offset = torch.ones(len(types)), torch.zeros(len(types))
    if fit is not None:
        calibration = json.loads(fit.read_text())["calibration"]
        slope = torch.tensor([calibration[t]["slope"] for t in types], dtype=torch.float32)
        offset = torch.tensor([calibration[t]["offset"] for t in types], dtype=torch.float32)
    return ShippedDetector(detector, size, slope, offset), ["boxes", "scores", "coeffs", "protos"]


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
