"""Training views for attributes: random crop, rotation and mirroring, letterboxed as in the service."""

import math
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from ..data.attributes_pack import GLASS, NOWHERE, UNKNOWN, AttributesPack
from ..data.images import GRAY
from ..data.vocabulary import mirrored_part
from .affine import uniform

CUT_MEANS_NOT_WHOLE = 0.06  # of the vehicle's side
CUT_MEANS_NOTHING = 0.01
MIN_VISIBLE = 0.6  # of the vehicle must be seen for its viewpoint to be asked


@dataclass
class AttributesOnDevice:
    """The pack on the device: decoded pictures stay there for the whole run."""

    images: Tensor  # [n, stored, stored, 3] uint8, letterboxed
    extent: Tensor  # [n, 2]
    labels: Tensor  # [n, attributes]
    scores: Tensor  # [n, scores]
    clean: Tensor
    close: Tensor
    box: Tensor  # [n, 4] shares of the picture
    surface: Tensor  # [n, CELLS, CELLS]
    mirrored: list[Tensor]  # per attribute: the label of the mirrored picture
    whole: int  # which attribute says that the vehicle is whole in frame; -1 if none
    viewpoint: int

    @property
    def device(self) -> torch.device:
        return self.images.device


def on_device(pack: AttributesPack, stored: int, device: torch.device) -> AttributesOnDevice:
    images, extent = pack.decoded(stored)
    arrays = (images, extent, pack.labels.astype("int64"), pack.scores, pack.clean, pack.close, pack.box, pack.surface)
    names = pack.classified
    mirrored = [
        torch.tensor([pack.attributes[name].index(mirrored_part(label)) for label in pack.attributes[name]])
        for name in names
    ]
    return AttributesOnDevice(
        *(torch.from_numpy(array).to(device) for array in arrays),
        mirrored=[order.to(device) for order in mirrored],
        whole=names.index("whole") if "whole" in names else -1,
        viewpoint=names.index("viewpoint") if "viewpoint" in names else -1,
    )


@dataclass
class Views:
    pixels: Tensor  # [n, 3, size, size] 0..1; beyond the picture its border is drawn out
    inside: Tensor  # [n, 1, size, size] where the picture is
    surface: Tensor  # [n, 1, size, size]
    labels: Tensor  # [n, attributes]

    def at(self, rows: Tensor) -> "Views":
        return Views(*(getattr(self, name)[rows] for name in ("pixels", "inside", "surface", "labels")))


def whole_views(data: AttributesOnDevice, rows: Tensor, size: int) -> Views:
    """As the service shows a picture: no crop, no rotation."""
    n = len(rows)
    full = torch.tensor([0.0, 0.0, 1.0, 1.0], device=data.device).expand(n, 4)
    still = torch.zeros(n, device=data.device)
    return cropped_views(data, rows, full, still, still.bool(), size)


def random_views(data: AttributesOnDevice, rows: Tensor, size: int, settings: dict[str, Any]) -> Views:
    n, device = len(rows), data.device
    cutting = (torch.rand(n, 1, device=device) < settings["cut_share"]) & ~data.clean[rows][:, None]
    least = torch.where(cutting, 0.5, settings["least_crop"])
    sides = least + (1 - least) * torch.rand(n, 2, device=device)
    sides = torch.where(torch.rand(n, 1, device=device) < settings["uncropped"], torch.ones_like(sides), sides)
    corner = (1 - sides) * torch.rand(n, 2, device=device)
    turn = uniform(-1, 1, n, device=device) * math.radians(settings["turn"])
    crop = torch.cat([corner, corner + sides], 1)
    return cropped_views(data, rows, crop, turn, torch.rand(n, device=device) < 0.5, size)


def cropped_views(data: AttributesOnDevice, rows: Tensor, crop: Tensor, turn: Tensor, flip: Tensor, size: int) -> Views:
    """Crops [n, 4] are shares of the picture's sides; the longer side of the crop fills the square."""
    n, device, extent, stored = len(rows), data.device, data.extent[rows], data.images.shape[1]
    corner, sides = crop[:, :2] * extent, (crop[:, 2:] - crop[:, :2]) * extent
    scale = size / sides.amax(1)
    along = torch.arange(size, device=device) + 0.5
    x = (along[None] / scale[:, None])[:, None, :].expand(n, size, size)
    y = (along[None] / scale[:, None])[:, :, None].expand(n, size, size)
    wide, high = sides[:, 0].view(-1, 1, 1), sides[:, 1].view(-1, 1, 1)
    inside = (x < wide) & (y < high)
    x, y = torch.minimum(x, wide - 0.5), torch.minimum(y, high - 0.5)
    x = torch.where(flip.view(-1, 1, 1), wide - x, x)
    cos, sin = turn.cos().view(-1, 1, 1), turn.sin().view(-1, 1, 1)
    from_x, from_y = x - wide / 2, y - high / 2
    x = corner[:, 0].view(-1, 1, 1) + wide / 2 + cos * from_x - sin * from_y
    y = corner[:, 1].view(-1, 1, 1) + high / 2 + sin * from_x + cos * from_y
    x = torch.minimum(x.clamp(min=0.5), extent[:, 0].view(-1, 1, 1) - 0.5)
    y = torch.minimum(y.clamp(min=0.5), extent[:, 1].view(-1, 1, 1) - 0.5)
    grid = 2 * torch.stack([x, y], -1) / stored - 1
    pixels = F.grid_sample(data.images[rows].permute(0, 3, 1, 2).float() / 255, grid, "bilinear", "border", False)
    surface = F.grid_sample(data.surface[rows][:, None].float(), grid, "nearest", "border", False)
    return Views(pixels, inside[:, None], surface, labels_after(data, rows, crop, flip))


def labels_after(data: AttributesOnDevice, rows: Tensor, crop: Tensor, flip: Tensor) -> Tensor:
    """Mirroring swaps left and right; a crop that cuts the vehicle changes the label or makes it unknown."""
    labels = data.labels[rows].clone()
    for column, order in enumerate(data.mirrored):
        known = labels[:, column]
        labels[:, column] = torch.where(flip & (known >= 0), order[known.clamp(min=0)], known)
    if data.whole < 0:
        return labels
    box = data.box[rows]
    has_box = box[:, 2] > box[:, 0]
    box = torch.where(has_box[:, None], box, torch.tensor([0.0, 0.0, 1.0, 1.0], device=box.device))
    sides = (box[:, 2:] - box[:, :2]).repeat(1, 2)
    beyond = torch.cat([crop[:, :2] - box[:, :2], box[:, 2:] - crop[:, 2:]], 1).clamp(min=0) / sides
    cut = beyond.amax(1)
    left = (1 - beyond[:, 0] - beyond[:, 2]).clamp(min=0) * (1 - beyond[:, 1] - beyond[:, 3]).clamp(min=0)
    was = labels[:, data.whole]
    now = torch.where((was == 1) & (cut > CUT_MEANS_NOTHING), torch.full_like(was, UNKNOWN), was)
    labels[:, data.whole] = torch.where((was == 1) & has_box & (cut > CUT_MEANS_NOT_WHOLE), torch.zeros_like(was), now)
    view = labels[:, data.viewpoint]
    labels[:, data.viewpoint] = torch.where(left < MIN_VISIBLE, torch.full_like(view, UNKNOWN), view)
    return labels


def on_gray(views: Views) -> Tensor:
    """What the net gets: gray beyond the picture, scaled to -1..1."""
    return torch.where(views.inside, views.pixels.clamp(0, 1), GRAY / 255) * 2 - 1


def painted(surface: Tensor) -> tuple[Tensor, Tensor]:
    """Soft maps of the vehicle and of its glass."""
    body, glass = (surface != NOWHERE).float(), (surface == GLASS).float()
    return (F.avg_pool2d(F.pad(m, (2, 2, 2, 2), "replicate"), 5, 1) for m in (body, glass))
