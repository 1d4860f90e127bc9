"""Turn the published recognition of PP-OCRv6 (Apache-2.0) into the one that the service reads text with."""

import argparse
from pathlib import Path

import onnx

from .exporters.half_precision import with_half_weights
from .exporters.text import known_letters, with_known_letters


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.export_text", description=__doc__)
    parser.add_argument("--recognition", type=Path, required=True, help="PP-OCRv6_rec_small.onnx of the package rapidocr")
    parser.add_argument("--out", type=Path, required=True, help="the ONNX file")
    args = parser.parse_args()
    onnx.save(with_half_weights(with_known_letters(onnx.load(args.recognition))), args.out)
    print(f"{args.out}: {args.out.stat().st_size / 1e6:.1f} MB, {len(known_letters())} letters")


if __name__ == "__main__":
    main()
