"""Turn a published YOLOX ONNX (COCO, Apache-2.0) into the vehicle and person detector that the service runs."""

import argparse
from pathlib import Path

import onnx

from .exporters.half_precision import with_half_weights
from .exporters.onnx_graph import load_at_opset
from .exporters.vehicles import with_contract


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.export_vehicles", description=__doc__)
    parser.add_argument("--yolox", type=Path, required=True, help="a YOLOX ONNX without decoding, for example nano")
    parser.add_argument("--out", type=Path, required=True, help="the ONNX file")
    args = parser.parse_args()
    onnx.save(with_half_weights(with_contract(load_at_opset(str(args.yolox)))), args.out)
    print(f"{args.out}: {args.out.stat().st_size / 1e6:.1f} MB, outputs boxes, scores (vehicle, person)")


if __name__ == "__main__":
    main()
