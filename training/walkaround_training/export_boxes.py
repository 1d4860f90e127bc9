"""Write a trained box detector as the ONNX file that the service runs."""

import argparse
from pathlib import Path

import onnx
import torch

from .nets.box_detector import BoxDetector, ShippedBoxes
from .export import OPSET, compare, with_fixed_shapes
from .exporters.half_precision import with_half_weights


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.export_boxes", description=__doc__)
    parser.add_argument("--weights", type=Path, required=True, help="weights.pt of train_boxes")
    parser.add_argument("--out", type=Path, required=True, help="the ONNX file")
    given = parser.parse_args()
    saved = torch.load(given.weights, map_location="cpu", weights_only=True)
    net = BoxDetector(len(saved["model"]["classes"]), saved["model"]["width"]).shorten()
    net.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in saved["weights"].items()})
    size = saved["size"]
    shipped = ShippedBoxes(net, size).eval()
    example = torch.randint(0, 255, (1, 3, size, size), generator=torch.Generator().manual_seed(1)).float()
    torch.onnx.export(
        shipped, (example,), str(given.out), input_names=["image"], output_names=["boxes", "scores"],
        opset_version=OPSET, dynamo=False,
    )  # fmt: skip
    with torch.no_grad():
        answers = shipped(example)
    onnx.save(with_half_weights(with_fixed_shapes(onnx.load(given.out), answers)), given.out)
    compare(answers, example, given.out)


if __name__ == "__main__":
    main()
