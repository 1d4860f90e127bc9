"""Makes up what only looks like a damage on the paint of a photo, and boxes what became visible."""

import torch
import torch.nn.functional as F
from torch import Tensor

from .appearance_effects import EFFECTS, draw
from .noise_fields import blurred

LEAST_CHANGE = 0.08  # of full brightness: less is not seen
LEAST_SIDE = 24  # pixels
LEAST_PAINT = 0.04  # of the picture: with less the parts model has not understood it
TRIES = 4


Boxes = list[tuple[str, list[float]]]  # kind and corners


def made_up(pixels: Tensor, paint: Tensor, other: Tensor, kinds: list[str]) -> tuple[Tensor, Boxes]:
    """The picture [1, 3, s, s] in 0..1 with one of each kind where there is room on the paint [1, 1, s, s]."""
    boxes: Boxes = []
    free, soft = paint.clone(), blurred(paint, 2.0) * paint
    for kind in kinds:
        for _ in range(TRIES):
            window = window_on(free)
            if window is None:
                break
            x, y, side = window
            here = (slice(None), slice(None), slice(y, y + side), slice(x, x + side))
            before = pixels[here]
            after = EFFECTS[kind](before, soft[here], F.interpolate(other, (side, side), mode="bilinear"))
            box = visible_box(after - before)
            if box is None:
                continue
            pixels = pixels.clone()
            pixels[here] = after
            boxes.append((kind, [x + box[0], y + box[1], x + box[2], y + box[3]]))
            free[..., y + int(box[1]) : y + int(box[3]) + 1, x + int(box[0]) : x + int(box[2]) + 1] = 0
            break
    return pixels, boxes


def window_on(paint: Tensor) -> tuple[int, int, int] | None:
    """Corner and side of a square around a random place on the paint; none where hardly any paint is left."""
    spots = (paint[0, 0] > 0.5).nonzero()
    if len(spots) < LEAST_PAINT * paint.numel():
        return None
    size = paint.shape[3]
    extent = float((spots.amax(0) - spots.amin(0)).max())
    side = int(min(size, max(64, extent * draw(0.25, 0.9))))
    y, x = (spots[int(torch.randint(len(spots), ()))] - side // 2).clamp(0, size - side).tolist()
    return x, y, side


def visible_box(change: Tensor) -> list[float] | None:
    """Around the pixels that changed most; stray ones at the rim are left out."""
    strength = blurred(change.abs().amax(1, keepdim=True), 1.0)[0, 0]
    peak = float(strength.max())
    if peak < LEAST_CHANGE:
        return None
    rows, columns = (strength > max(LEAST_CHANGE * 0.6, 0.3 * peak)).nonzero(as_tuple=True)
    ends = torch.tensor([0.01, 0.99])
    top, bottom = rows.float().quantile(ends).tolist()
    left, right = columns.float().quantile(ends).tolist()
    if max(right - left, bottom - top) < LEAST_SIDE or len(rows) < 40:
        return None
    return [left, top, right + 1, bottom + 1]
