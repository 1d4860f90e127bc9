"""Write the results of the published models on drawn images, for the tests of the service to compare with."""

import argparse
from pathlib import Path

from .parity.references import write_references


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.reference", description=__doc__)
    parser.add_argument("--models", type=Path, default=Path("../models"), help="folder with manifest.json")
    parser.add_argument("--out", type=Path, default=Path("../server/src/vision/engine/parity/references.json"))
    parser.add_argument("--seed", type=int, default=2, help="draws other pictures")
    args = parser.parse_args()
    write_references(args.models, args.out, args.seed)


if __name__ == "__main__":
    main()
