"""Make the views that the close-up network learns from. Repeated, it adds what is new."""

import argparse
import json
import os
from pathlib import Path

from .augmentation.close_up_samples import prepare_scenes
from .parts.close_up_scenes import by_eye, damaged, of_sources, outlined
from .parts.prepare_parts import load_part_labels

LABELS = Path(__file__).parents[1] / "labels"
VIEWS = {"by_eye": 24, "of_sources": 8, "outlined": 8, "damaged": 24, "judged": 0, "guessed": 6}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.prepare_close_ups", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with damage/damage.json and parts/parts.json")
    parser.add_argument("--pictures", type=Path, required=True, help="folder with the unpacked folders img and parts")
    parser.add_argument("--only", nargs="*", default=[name for name in VIEWS if name != "guessed"], choices=list(VIEWS))
    parser.add_argument("--guessed", type=Path, help="the file of label_close_ups, for --only guessed")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="photos at a time")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    viewpoints = json.loads((LABELS / "viewpoints.json").read_text())["pictures"]
    damage = json.loads((args.data / "damage/damage.json").read_text())
    img, parts = args.pictures / "img", args.pictures / "parts"
    outlines = args.data / "parts/parts.json"
    names = load_part_labels({"extra_labels": LABELS / "parts-extra.json"}, outlines).names
    scenes = {
        "judged": lambda: by_eye(LABELS / "damaged-parts.json", img),
        "by_eye": lambda: by_eye(LABELS / "close-up-parts.json", img),
        "guessed": lambda: by_eye(args.guessed, img),
        "of_sources": lambda: of_sources(damage, img),
        "outlined": lambda: outlined(outlines, LABELS / "parts-extra.json", viewpoints, parts),
        "damaged": lambda: damaged(LABELS / "parts-damaged.json", names, img),
    }
    for name in args.only:
        count = prepare_scenes(scenes[name](), VIEWS[name], args.out / name, args.workers)
        print(f"{name}: {count} more views", flush=True)


if __name__ == "__main__":
    main()
