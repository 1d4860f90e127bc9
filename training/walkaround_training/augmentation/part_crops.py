"""The parts of every picture of a pack, what is known of their damages, and crops around them."""

from dataclasses import dataclass, replace

import torch
import torch.nn.functional as F
from torch import Tensor

from ..data.images import GRAY
from ..data.vocabulary import DAMAGE_TYPES, IGNORE_BOX, IGNORE_LABEL
from ..parts.part_state_labels import Seen
from .affine import Placements, resampled, uniform
from .device_set import DeviceSet

KINDS = ("scratch", "dent", "broken")
ON_PAINT = ("scratch", "paint_peeling", "rustiness", "dirt", "light_reflection")
# Of each surface and kind: the types that show it, and those that may touch the part without a doubt whether it is there. No
# source labels all types, and heavy damage often has one box only.
Kinds = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]
BODY: Kinds = {
    "scratch": (("scratch",), ()),
    "dent": (("dent", "misshape", "smash"), ON_PAINT),
    "broken": (("body_crack", "missing_piece", "smash"), ()),
}
LAMP: Kinds = {"broken": (("broken_light",), (*ON_PAINT, "dent", "body_crack"))}
GLASS: Kinds = {"broken": (("broken_glass",), (*ON_PAINT, "dent", "body_crack", "broken_light"))}
NO_SURFACE = ("background", "wheel", "license_plate")

SIZE = 256
MARGIN = 1.35  # side of a crop to the longer side of its part
LEAST_SIDE = 48  # of a crop in pixels of the pack
DIMMED = 0.6  # how much of what lies outside the part turns to gray
LEAST_CELLS = 16  # of a part
ON, TOUCHED = 0.3, 0.08  # share of the damage, or of the part, from which a damage lies on the part, or may
LARGER = 3  # a damage so many times as large as a part covers it without being its own


@dataclass
class PartSamples:
    picture: Tensor  # [s]
    part: Tensor  # [s] value of the part maps
    box: Tensor  # [s, 4] corners in pixels of the pack
    damaged: Tensor  # [s, kinds]
    known: Tensor  # [s, kinds] whether the labels tell it
    level: Tensor  # [s] how bad the damage is by eye, 1 to 3; 0: nobody said

    def at(self, rows: Tensor) -> "PartSamples":
        return PartSamples(*(value[rows] for value in vars(self).values()))

    def to(self, device: torch.device) -> "PartSamples":
        return PartSamples(*(value.to(device) for value in vars(self).values()))


def kinds_of(name: str) -> Kinds:
    if any(word in name for word in NO_SURFACE):
        return {}
    return LAMP if "light" in name else GLASS if "glass" in name or "window" in name else BODY


def part_samples(data: DeviceSet, maps: Tensor, names: list[str]) -> PartSamples:
    """On the CPU: a GPU that others use lets each of these many small steps wait."""
    near = replace(data, **{name: getattr(data, name).cpu() for name in ("boxes", "labels", "outlines", "masks", "known")})
    rows = [row for picture, part_map in enumerate(maps.cpu()) for row in samples_on(near, part_map, picture, names)]
    return PartSamples(*(torch.tensor(column) for column in zip(*rows)))


def labeled_by_eye(
    samples: PartSamples, files: list[str], names: list[str], seen: dict[tuple[str, str], Seen]
) -> tuple[Tensor, Tensor]:
    """What a person saw on a part replaces what boxes tell of it. [s] each: the parts that somebody looked at, and those of them
    that are held out."""
    looked_at, held_out = torch.zeros(2, len(samples.part), dtype=torch.bool)
    for row, (picture, part) in enumerate(zip(samples.picture.tolist(), samples.part.tolist())):
        label = seen.get((files[picture], names[part - 1]))
        if label is None:
            continue
        looked_at[row], held_out[row], samples.level[row] = True, label.judges, label.level
        for index, kind in enumerate(KINDS if label.kinds is not None else ()):
            samples.damaged[row, index], samples.known[row, index] = kind in label.kinds, kind in kinds_of(names[part - 1])
    return looked_at, held_out


def samples_on(data: DeviceSet, part_map: Tensor, picture: int, names: list[str]) -> list[tuple]:
    cells = part_map.shape[0]
    count = torch.bincount(part_map.flatten().long(), minlength=len(names) + 1).tolist()
    seen = [k + 1 for k, name in enumerate(names) if count[k + 1] >= LEAST_CELLS and kinds_of(name)]
    if not seen:
        return []
    masks = part_map[None] == torch.tensor(seen, device=part_map.device)[:, None, None]
    real = (data.labels[picture] >= 0) | (data.labels[picture] == IGNORE_BOX)
    labels = [DAMAGE_TYPES[label] if label >= 0 else IGNORE_LABEL for label in data.labels[picture][real].tolist()]
    labeled = {DAMAGE_TYPES[t] for t in data.known[picture].nonzero()[:, 0].tolist()}
    on, touched = shares_on(masks, damage_masks(data, picture, real, cells))
    rows, boxes = [], boxes_around(masks, data.size)
    for k, value in enumerate(seen):
        lying, touching = ([label for label, yes in zip(labels, row[k]) if yes] for row in (on, touched))
        kinds = [kinds_of(names[value - 1]).get(kind) for kind in KINDS]
        answers = [kind and kind_on(*kind, lying, touching, labeled) for kind in kinds]
        damaged, known = [float(answer or 0) for answer in answers], [answer is not None for answer in answers]
        rows.append((picture, value, boxes[k], damaged, known, 0))
    return rows


def kind_on(
    types: tuple[str, ...], harmless: tuple[str, ...], lying: list[str], touching: list[str], labeled: set[str]
) -> bool | None:
    """None where nobody knows."""
    if any(label in types for label in lying):
        return True
    return False if labeled.intersection(types) and all(label in harmless for label in touching) else None


def damage_masks(data: DeviceSet, picture: int, real: Tensor, cells: int) -> Tensor:
    """[m, cells, cells]: the outline of each damage, or its box where there is none."""
    boxes, outlines = data.boxes[picture][real] * (cells / data.size), data.outlines[picture][real]
    along = torch.arange(cells, device=boxes.device) + 0.5
    across = (along > boxes[:, :1]) & (along < boxes[:, 2:3])
    down = (along > boxes[:, 1:2]) & (along < boxes[:, 3:4])
    filled = down[:, :, None] & across[:, None, :]
    if (outlines >= 0).any():
        drawn = F.interpolate(data.masks[outlines.clamp(min=0)][:, None].float(), (cells, cells), mode="area")[:, 0]
        filled = torch.where((outlines >= 0)[:, None, None], drawn > 64, filled)
    return filled


def shares_on(parts: Tensor, damages: Tensor) -> tuple[list[list[bool]], list[list[bool]]]:
    """Whether each damage lies on each part, and whether it may."""
    parts, damages = parts.flatten(1).float(), damages.flatten(1).float()
    both = parts @ damages.T
    of_part, of_damage = both / parts.sum(1)[:, None], both / damages.sum(1).clamp(min=1)
    own = damages.sum(1) <= LARGER * parts.sum(1)[:, None]
    on = (of_damage >= ON) | ((of_part >= ON) & own)
    return on.tolist(), ((of_damage >= TOUCHED) | (of_part >= TOUCHED)).tolist()


def boxes_around(masks: Tensor, size: int) -> list[list[float]]:
    """All but the outermost hundredths of the cells: single cells elsewhere do not stretch it."""
    low, high = 0.02, 0.98
    corners = [first_past(masks.sum(along).float(), share) for share in (low, high) for along in (1, 2)]
    return ((torch.stack(corners, 1) + 0.5) * size / masks.shape[1]).tolist()


def first_past(counts: Tensor, share: float) -> Tensor:
    """The first index of each row up to which more than this share of its counts lies."""
    return (counts.cumsum(1) > share * (counts.sum(1, keepdim=True) - 1)).float().argmax(1)


def part_crops(data: DeviceSet, maps: Tensor, samples: PartSamples, jitter: float, size: int = SIZE) -> Tensor:
    """[s, 3, size, size] in 0..255: the part in its surroundings, which are dimmed. `jitter` moves, scales and mirrors."""
    device, count = data.device, len(samples.picture)
    sides = (samples.box[:, 2:] - samples.box[:, :2]).amax(1)
    side = (sides * MARGIN).clamp(min=LEAST_SIDE) * uniform(1 - 0.2 * jitter, 1 + 0.3 * jitter, count, device=device)
    stretch = uniform(1 - 0.15 * jitter, 1 + 0.15 * jitter, count, device=device)
    scale = torch.stack([size / side * stretch, size / side / stretch], 1)
    center = (samples.box[:, :2] + samples.box[:, 2:]) / 2
    center = center + uniform(-0.12, 0.12, count, 2, device=device) * jitter * side[:, None]
    flip = torch.rand(count, device=device) < 0.5 * jitter
    extent = data.extent[samples.picture]
    mirrored = torch.stack([extent[:, 0] - center[:, 0], center[:, 1]], 1)
    center = torch.where(flip[:, None], mirrored, center)
    shift = size / 2 - center * scale
    window = torch.tensor([0.0, 0, size, size], device=device).expand(count, 4)
    placements = Placements(scale, shift, flip, extent, window)
    pixels, _ = resampled(data.images[samples.picture].permute(0, 3, 1, 2).float() - GRAY, float(data.size), placements, size, size)
    own = (maps[samples.picture] == samples.part[:, None, None]).float()[:, None]
    mask, _ = resampled(F.max_pool2d(own, 3, 1, 1), float(data.size), placements, size, size)
    return pixels * (1 - DIMMED * (1 - mask)) + GRAY
