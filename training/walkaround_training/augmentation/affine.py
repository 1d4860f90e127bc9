"""Images moved, scaled and mirrored: output = shift + scale * source."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor


@dataclass
class Placements:
    """Where each source image lies in each sample. Leading axes: [batch, placements]."""

    scale: Tensor  # [..., 2]
    shift: Tensor  # [..., 2]
    flip: Tensor  # [...]
    extent: Tensor  # [..., 2] of the source picture
    window: Tensor  # [..., 4] the part of the output that the placement may fill

    def at(self, *index: object) -> "Pieces":
        return Placements(*(getattr(self, name)[index] for name in ("scale", "shift", "flip", "extent", "window")))


def uniform(low: float, high: float, *shape: int, device: torch.device) -> Tensor:
    return torch.rand(*shape, device=device) * (high - low) + low


def resampled(
    source: Tensor, source_size: float, placements: Placements, cells: int, out_size: int, mode: str = "bilinear"
) -> tuple[Tensor, Tensor]:
    """Sources [n, c, h, w] of an extent of source_size pixels on a grid of cells; and where the placement's window is.

    The grid stays in float32: in half precision it is off by up to a third of a pixel.
    """
    along = (torch.arange(cells, device=source.device) + 0.5) * (out_size / cells)
    x = (along[None] - placements.shift[:, :1]) / placements.scale[:, :1]
    y = (along[None] - placements.shift[:, 1:]) / placements.scale[:, 1:]
    x = torch.where(placements.flip[:, None], placements.extent[:, :1] - x, x)
    n = len(source)
    grid = torch.stack([x[:, None, :].expand(n, cells, cells), y[:, :, None].expand(n, cells, cells)], -1)
    seen = F.grid_sample(source, 2 * grid / source_size - 1, mode, "zeros", False)
    window = placements.window
    across = (along[None] > window[:, :1]) & (along[None] < window[:, 2:3])
    down = (along[None] > window[:, 1:2]) & (along[None] < window[:, 3:4])
    return seen, down[:, None, :, None] & across[:, None, None, :]


def transformed_boxes(boxes: Tensor, placements: Placements) -> Tensor:
    """Boxes [..., m, 4] of source pictures to output pixels, before clipping."""
    width = placements.extent[..., None, 0]
    flip = placements.flip[..., None]
    left = torch.where(flip, width - boxes[..., 2], boxes[..., 0])
    right = torch.where(flip, width - boxes[..., 0], boxes[..., 2])
    turned = torch.stack([left, boxes[..., 1], right, boxes[..., 3]], -1)
    return turned * placements.scale[..., None, [0, 1, 0, 1]] + placements.shift[..., None, [0, 1, 0, 1]]
