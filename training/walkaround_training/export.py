"""Write trained weights as the ONNX file that the service runs."""

import argparse
from pathlib import Path

from .exporters.onnx_file import write_onnx
from .exporters.second_look import suspected_in, write_with_second_look
from .exporters.trained_nets import exported_net
from .nets.checkpoint import load_checkpoint


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.export", description=__doc__)
    parser.add_argument("--weights", type=Path, nargs="+", required=True, help="weights.pt of a run; damage, parts: of several")
    parser.add_argument("--mirrored", type=Path, nargs="*", default=[], help="damage, parts: runs that (also) see the mirrored picture")
    parser.add_argument("--fit", type=Path, help="damage: fit.json of evaluate, to put the calibration into the net")
    parser.add_argument("--size", type=int, default=0, help="input side; the size of training unless given")
    parser.add_argument("--full-weights", action="store_true", help="keep 32-bit weights (twice the file)")
    parser.add_argument(
        "--second-look",
        type=Path,
        metavar="MANIFEST",
        help="damage, two runs: the second runs only where the first has a little of a suspicion, by this manifest's thresholds",
    )
    parser.add_argument("--out", type=Path, required=True, help="the ONNX file")
    args = parser.parse_args()
    plain, mirrored = ([load_checkpoint(path) for path in paths] for paths in (args.weights, args.mirrored))
    size = args.size or plain[0]["size"]
    if args.second_look:
        if len(plain) != 2 or mirrored or args.fit is None:
            parser.error("A second look needs two runs in --weights, none in --mirrored, and --fit.")
        write_with_second_look(plain, size, args.fit, suspected_in(args.second_look), args.out, args.full_weights)
        return
    net, outputs = exported_net(plain, mirrored, args.fit)
    write_onnx(net, size, outputs, args.out, args.full_weights)


if __name__ == "__main__":
    main()
