"""Make the views that the close-up network learns from. Repeated, it adds what is new."""

import argparse
import json
from pathlib import Path

import torch

from .augmentation.close_up_features import lower_blocks, prepare_scenes
from .data.close_up_parts import PARTS
from .data.close_up_scenes import by_eye, of_sources, outlined
from .nets.checkpoint import load_checkpoint
from .nets.close_up_net import CloseUpNet, started_from

LABELS = Path(__file__).parents[1] / "labels"
VIEWS = {"by_eye": 3, "of_sources": 2, "outlined": 2, "judged": 0}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.prepare_close_ups", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with damage/damage.json and parts/parts.json")
    parser.add_argument("--pictures", type=Path, required=True, help="folder with the unpacked folders img and parts")
    parser.add_argument("--weights", type=Path, required=True, help="weights.pt of the parts network")
    parser.add_argument("--only", nargs="*", default=list(VIEWS), choices=list(VIEWS))
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    torch.set_num_threads(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    saved = load_checkpoint(args.weights)
    net = started_from(CloseUpNet(saved["model"]["backbone"], len(PARTS)), saved).to(device).eval()
    lower = lower_blocks(net, device)
    viewpoints = json.loads((LABELS / "viewpoints.json").read_text())["pictures"]
    damage = json.loads((args.data / "damage/damage.json").read_text())
    img, parts = args.pictures / "img", args.pictures / "parts"
    scenes = {
        "judged": lambda: by_eye(LABELS / "damaged-parts.json", img),
        "by_eye": lambda: by_eye(LABELS / "close-up-parts.json", img),
        "of_sources": lambda: of_sources(damage, img),
        "outlined": lambda: outlined(args.data / "parts/parts.json", LABELS / "parts-extra.json", viewpoints, parts),
    }
    for name in args.only:
        count = prepare_scenes(scenes[name](), VIEWS[name], lower, args.out / name)
        print(f"{name}: {count} more views", flush=True)


if __name__ == "__main__":
    main()
