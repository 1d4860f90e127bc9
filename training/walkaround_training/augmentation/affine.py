"""Pictures moved, scaled and mirrored by plain tensor code: out = shift + scale * source."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor


@dataclass
class Pieces:
    """How each piece of each sample shows its source picture. Leading axes: [batch, pieces]."""

    scale: Tensor  # [..., 2]
    shift: Tensor  # [..., 2]
    flip: Tensor  # [...]
    extent: Tensor  # [..., 2] of the source picture
    window: Tensor  # [..., 4] the part of the output that the piece may fill

    def at(self, *index: object) -> "Pieces":
        return Pieces(*(getattr(self, name)[index] for name in ("scale", "shift", "flip", "extent", "window")))


def uniform(low: float, high: float, *shape: int, device: torch.device) -> Tensor:
    return torch.rand(*shape, device=device) * (high - low) + low


def warped(
    source: Tensor, source_size: float, pieces: Pieces, cells: int, out_size: int, mode: str = "bilinear"
) -> tuple[Tensor, Tensor]:
    """Sources [n, c, h, w] of an extent of source_size pixels on a grid of cells; and where the piece's window is.

    The grid stays in float32: in half precision it is off by up to a third of a pixel.
    """
    along = (torch.arange(cells, device=source.device) + 0.5) * (out_size / cells)
    x = (along[None] - pieces.shift[:, :1]) / pieces.scale[:, :1]
    y = (along[None] - pieces.shift[:, 1:]) / pieces.scale[:, 1:]
    x = torch.where(pieces.flip[:, None], pieces.extent[:, :1] - x, x)
    n = len(source)
    grid = torch.stack([x[:, None, :].expand(n, cells, cells), y[:, :, None].expand(n, cells, cells)], -1)
    seen = F.grid_sample(source, 2 * grid / source_size - 1, mode, "zeros", False)
    window = pieces.window
    across = (along[None] > window[:, :1]) & (along[None] < window[:, 2:3])
    down = (along[None] > window[:, 1:2]) & (along[None] < window[:, 3:4])
    return seen, down[:, None, :, None] & across[:, None, None, :]


def moved_boxes(boxes: Tensor, pieces: Pieces) -> Tensor:
    """Boxes [..., m, 4] of source pictures to output pixels, before clipping."""
    width = pieces.extent[..., None, 0]
    flip = pieces.flip[..., None]
    left = torch.where(flip, width - boxes[..., 2], boxes[..., 0])
    right = torch.where(flip, width - boxes[..., 0], boxes[..., 2])
    turned = torch.stack([left, boxes[..., 1], right, boxes[..., 3]], -1)
    return turned * pieces.scale[..., None, [0, 1, 0, 1]] + pieces.shift[..., None, [0, 1, 0, 1]]
