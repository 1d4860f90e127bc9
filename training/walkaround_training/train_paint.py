"""Train the paint model: which color the paint of the vehicle on a photo has. On a CPU it takes about a quarter of an hour a run."""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import Tensor

from .exporters.onnx_file import write_onnx
from .nets.detector import normalized
from .nets.paint_net import ExportedPaint, PaintNet

COLORS = ("white", "silver", "gray", "black", "blue", "red", "green", "yellow", "orange", "brown", "purple")
SIZE = 160
KEPT_SIZE = 192  # of the photos in memory: views are cut from them
PADDING = 114
BATCH = 32
LEARNING_RATES = (1e-3, 4e-3)  # backbone, the rest
DOUBT = 0.03  # share of the labels that may be wrong


def reduced(path: Path) -> Tensor:
    picture = Image.open(path).convert("RGB")
    scale = KEPT_SIZE / max(picture.size)
    picture = picture.resize([max(1, round(side * scale)) for side in picture.size], Image.BILINEAR)
    return torch.from_numpy(np.array(picture)).permute(2, 0, 1)


def on_square(picture: Tensor, side: float) -> Tensor:
    height, width = picture.shape[1:]
    scale = side / max(height, width)
    shape = (max(8, round(height * scale)), max(8, round(width * scale)))
    pixels = F.interpolate(picture[None], shape, mode="bilinear", antialias=True).clamp(0, 255)
    square = torch.full((3, SIZE, SIZE), float(PADDING))
    square[:, : shape[0], : shape[1]] = pixels[0]
    return square


def view(picture: Tensor, random: np.random.Generator) -> Tensor:
    """Another section, size and light; the hue stays nearly as it is."""
    height, width = picture.shape[1:]
    share = random.uniform(0.6, 1)
    rows, columns = max(16, int(height * share)), max(16, int(width * share))
    top, left = random.integers(0, max(0, height - rows) + 1), random.integers(0, max(0, width - columns) + 1)
    pixels = picture[:, top : top + rows, left : left + columns].float()
    if random.random() < 0.5:
        pixels = pixels.flip(2)
    pixels = 255 * (pixels / 255) ** random.uniform(0.85, 1.18)
    balance = torch.tensor(random.uniform(0.94, 1.06, 3), dtype=torch.float32)
    return on_square(pixels * balance[:, None, None], SIZE * random.uniform(0.8, 1))


def targets(names: list[list[str]]) -> Tensor:
    """One for each color that it may be."""
    return torch.tensor([[float(color in own) for color in COLORS] for own in names])


def train_net(pictures: list[Tensor], labels: Tensor, weights: Path, epochs: int) -> PaintNet:
    torch.manual_seed(0)
    random = np.random.default_rng(0)
    net = PaintNet(len(COLORS))
    net.load_published(torch.load(weights, map_location="cpu", weights_only=True))
    backbone = list(net.backbone.parameters())
    rest = [one for name, one in net.named_parameters() if not name.startswith("backbone.")]
    optimizer = torch.optim.AdamW([{"params": backbone}, {"params": rest}], weight_decay=0.03)
    steps = epochs * (len(pictures) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, list(LEARNING_RATES), total_steps=steps)
    # Rare colors count more, though not as much more as they are rarer.
    rarity = 1 / torch.sqrt((labels / labels.sum(1, keepdim=True)).sum(0) + 5)
    for epoch in range(epochs):
        net.train()
        order, total = random.permutation(len(pictures)), 0.0
        for start in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[start : start + BATCH]
            own = labels[chosen]
            likely = net(normalized(torch.stack([view(pictures[one], random) for one in chosen]))).softmax(1)
            worth = (own * rarity).sum(1) / own.sum(1)
            misfit = -torch.log((1 - DOUBT) * (likely * own).sum(1) + DOUBT / len(COLORS))
            loss = (misfit * worth / worth.mean()).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1} of {epochs}: loss {total / (len(order) // BATCH):.3f}", flush=True)
    return net.eval()


@torch.no_grad()
def probabilities(net: PaintNet, pictures: list[Tensor]) -> Tensor:
    squares = torch.stack([on_square(picture.float(), SIZE) for picture in pictures])
    return torch.cat([net(normalized(some)) for some in squares.split(BATCH)]).softmax(1)


def figures(likely: Tensor, labels: Tensor) -> dict:
    right = labels[torch.arange(len(labels)), likely.argmax(1)]
    sure = likely.amax(1)
    return {
        "photos": len(labels),
        "right": round(right.mean().item(), 4),
        "calibration": [
            {"from": low, "photos": int(inside.sum()), "said": round(sure[inside].mean().item(), 3),
             "right": round(right[inside].mean().item(), 3)}
            for low, high in ((0, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01))
            if (inside := (sure >= low) & (sure < high)).any()
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m walkaround_training.train_paint", description=__doc__)
    parser.add_argument("--labels", type=Path, required=True, help="labels/paint-colors.json")
    parser.add_argument("--damage", type=Path, nargs="+", required=True, help="COCO files with split and group of the photos")
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--weights", type=Path, required=True, help="efficientnet-lite0.pth")
    parser.add_argument("--epochs", type=int, default=24)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)

    images = {image["file_name"]: image for path in args.damage for image in json.loads(path.read_text())["images"]}
    named = json.loads(args.labels.read_text())["photos"]
    pictures = {file: reduced(args.pictures / file) for file in named}

    def of(files: list[str]) -> tuple[list[Tensor], Tensor]:
        return [pictures[file] for file in files], targets([named[file] for file in files])

    learned, judged = ([file for file in named if images[file]["split"] == split] for split in ("train", "val"))
    net = train_net(*of(learned), args.weights, args.epochs)
    torch.save(net.state_dict(), args.out / "weights.pt")
    some, labels = of(judged)
    report = {"learned": len(learned), "colors": COLORS, "judged": figures(probabilities(net, some), labels)}
    (args.out / "report.json").write_text(json.dumps(report, indent=1) + "\n")
    write_onnx(ExportedPaint(net), SIZE, ["paint_color"], args.out / "paint.onnx")


if __name__ == "__main__":
    main()
