"""Label the parts of damages on photos that nobody labeled: what trained close-up networks agree on."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from PIL import Image

from .augmentation.close_up_samples import SIZE
from .augmentation.close_up_views import gray_outside, whole_view
from .data.images import GRAY, read_rgb
from .data.prepare_damage import joined
from .nets.checkpoint import load_checkpoint, restored_close_up_net
from .nets.close_up_net import STRIDE, CloseUpNet, inside
from .nets.detector import normalized
from .parts.close_up_parts import MIRRORED, PARTS
from .parts.close_up_scenes import corners
from .trainers.run import start_device

NEAR = 0.3  # of the photo's longer side: a photo whose largest damage has it is a close-up
SURE = 0.9  # the parts of a label hold so much of the probability
MOST_PARTS = 3  # of one label; a damage that may lie on more is left out
TEMPERATURE = 2.0  # networks that know their photos by heart are too sure of others

LABELS = Path(__file__).parents[1] / "labels"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.label_close_ups", description=__doc__)
    parser.add_argument("--weights", type=Path, nargs="+", required=True, help="weights.pt of train_close_ups; their mean labels")
    parser.add_argument("--labels", type=Path, nargs="+", required=True, help="COCO files with the boxes of damages")
    parser.add_argument("--pictures", type=Path, required=True, help="folder with the unpacked pictures")
    parser.add_argument("--out", type=Path, required=True, help="a file in the form of labels/close-up-parts.json")
    args = parser.parse_args()
    device = start_device(0)
    nets = [restored_close_up_net(load_checkpoint(path)).to(device).eval() for path in args.weights]
    photos = []
    for done, (file, boxes) in enumerate(unlabeled(joined([json.loads(path.read_text()) for path in args.labels])), 1):
        chances = chances_on(nets, read_rgb(args.pictures / file), np.array([corners(box) for box in boxes]), device)
        damages = [{"box": box, "part": label} for box, row in zip(boxes, chances) if (label := label_of(row))]
        if damages:
            photos.append({"file": file, "damages": damages})
        if done % 500 == 0:
            print(f"{done} photos", flush=True)
    args.out.write_text(json.dumps({"photos": photos}) + "\n")
    print(f"{len(photos)} photos, {sum(len(photo['damages']) for photo in photos)} damages in {args.out}")


def unlabeled(data: dict[str, Any]) -> list[tuple[str, list[list[float]]]]:
    """The training photos that are close to a damage and have no label by eye."""
    known = {photo["file"] for photo in json.loads((LABELS / "close-up-parts.json").read_text())["photos"]}
    boxes: dict[int, list[list[float]]] = {}
    for one in data["annotations"]:
        boxes.setdefault(one["image_id"], []).append(one["bbox"])
    return [
        (image["file_name"], boxes[image["id"]])
        for image in data["images"]
        if image["split"] == "train" and image["file_name"] not in known
        if max(map(max_side, boxes.get(image["id"], [])), default=0) >= NEAR * max(image["width"], image["height"])
    ]


def max_side(box: list[float]) -> float:
    return max(box[2:])


@torch.no_grad()
def chances_on(nets: list[CloseUpNet], picture: Image.Image, boxes: np.ndarray, device: torch.device) -> np.ndarray:
    """The mean of the networks, each on the photo and on its mirrored copy."""
    looks = []
    for flip in (False, True):
        view = replace(whole_view(picture, SIZE), flip=flip)
        drawn = gray_outside(view.drawn(picture, Image.Resampling.BILINEAR, GRAY), view)
        pixels = normalized(torch.from_numpy(drawn.transpose(2, 0, 1)[None].copy()).float()).to(device)
        places = torch.from_numpy(view.clipped(view.boxes(boxes)) / STRIDE).float()[None].to(device)
        for net in nets:
            told = (inside(net(pixels), places)[0] / TEMPERATURE).softmax(-1).cpu().numpy()
            looks.append(told[:, MIRRORED] if flip else told)
    return np.mean(looks, 0)


def label_of(chances: np.ndarray) -> str | None:
    """The fewest parts that hold nearly all of the probability, or nothing if these are many."""
    order = np.argsort(-chances)[:MOST_PARTS]
    for count in range(1, MOST_PARTS + 1):
        if chances[order[:count]].sum() >= SURE:
            return "+".join(PARTS[row] for row in order[:count])
    return None


if __name__ == "__main__":
    main()
