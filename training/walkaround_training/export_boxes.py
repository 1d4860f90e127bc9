"""Write a trained box detector as the ONNX file that the service runs."""

import argparse
from pathlib import Path

from .exporters.onnx_file import write_onnx
from .nets.box_detector import ExportedBoxes
from .nets.checkpoint import load_checkpoint, restored_box_detector


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.export_boxes", description=__doc__)
    parser.add_argument("--weights", type=Path, required=True, help="weights.pt of train_boxes")
    parser.add_argument("--out", type=Path, required=True, help="the ONNX file")
    args = parser.parse_args()
    saved = load_checkpoint(args.weights)
    net = ExportedBoxes(restored_box_detector(saved), saved["size"])
    write_onnx(net, saved["size"], ["boxes", "scores"], args.out)


if __name__ == "__main__":
    main()
