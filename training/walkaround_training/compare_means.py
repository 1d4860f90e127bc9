"""Compare the means of several damage networks on the validation images of a pack, before one mean is exported."""

import argparse
import json
from pathlib import Path

import torch

from .augmentation.device_set import on_device
from .data.pack import load_damage
from .evaluation.validation_figures import figures_of_mean
from .nets.checkpoint import load_checkpoint, restored_detector
from .trainers.run import start_device


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.compare_means", description=__doc__)
    parser.add_argument("--pack", type=Path, required=True, help="folder made by prepare")
    parser.add_argument("--weights", type=Path, nargs="+", required=True, help="weights.pt of runs, named as in --means: 2a.pt is 2a")
    parser.add_argument("--means", nargs="+", required=True, help='like "2a 3a~ 3b"; ~ sees the picture mirrored')
    parser.add_argument("--out", type=Path, required=True, help="one line of JSON per mean")
    args = parser.parse_args()
    device = start_device(0)
    pack = load_damage(args.pack)
    data = on_device(pack, device)
    nets = {
        path.stem: restored_detector(load_checkpoint(path)).to(
            device, memory_format=torch.channels_last
        )
        for path in args.weights
    }
    with args.out.open("w") as out:
        for mean in args.means:
            members = [(nets[name.removesuffix("~")], name.endswith("~")) for name in mean.split()]
            line = {"mean": mean, **figures_of_mean(members, data, pack)}
            out.write(json.dumps({k: round(v, 4) if isinstance(v, float) else v for k, v in line.items()}) + "\n")
            out.flush()
            print(mean, f"main {line['main']:.3f}, cardd {line['cardd']:.3f}, carddval {line['carddval']:.3f}", flush=True)


if __name__ == "__main__":
    main()
