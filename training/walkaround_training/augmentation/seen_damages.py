"""What a person saw on the parts of a photo (labels/part-states.json), beside the boxes of its source: which parts are intact, and
which are damaged although nobody drew a box there."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from ..data.pack import DamagePack
from ..data.vocabulary import DAMAGE_TYPES
from ..parts.part_state_labels import read_part_states
from .batches import Batch, quadrants
from .part_maps import PartMaps, part_maps_of_batch

OPEN, INTACT, UNBOXED = 0, 1, 2
GROUPS: tuple[tuple[str, ...], ...] = (
    ("scratch",),
    ("dent",),
    ("broken_light",),
    ("broken_glass",),
    ("body_crack", "missing_piece"),
)
ALSO_BOXED: tuple[tuple[str, ...], ...] = (("paint_peeling",), ("misshape", "smash"), ("smash",), ("smash",), ("misshape", "smash"))
REACHES_PART = 0.02  # a box lies on a part with this share of the part,
LIES_ON_PART = 0.3  # or with this share of the box
MIN_VISIBLE = 0.6  # share of the part that a sample must show: the damage may lie on what is cut off
SURE = 0.5  # score that the best anchor of a damaged part must have


@dataclass
class SeenDamages:
    told: Tensor  # [n, part values, groups] OPEN, INTACT or UNBOXED
    cells: Tensor  # [n, part values] size of the part on the maps
    part_maps: PartMaps


@dataclass
class SeenInBatch:
    told: Tensor  # [b, anchors, types]
    regions: Tensor  # [b, anchors] number of the quadrant and part that an anchor lies on
    unboxed: Tensor  # [b, regions, groups] the sample shows the part, and the part has such a damage without a box


def seen_damages(labels: Path, pack: DamagePack, part_maps: PartMaps) -> SeenDamages:
    maps = part_maps.maps.cpu().numpy()
    values = 1 + len(part_maps.names)
    told = np.zeros((len(maps), values, len(GROUPS)), np.uint8)
    rows = {Path(meta["file_name"]).name: n for n, meta in enumerate(pack.meta)}
    boxed = [[DAMAGE_TYPES.index(t) for t in (*group, *also)] for group, also in zip(GROUPS, ALSO_BOXED)]
    cell = pack.images.shape[1] / maps.shape[1]
    for (file, part), seen in read_part_states(labels).items():
        if file not in rows or part not in part_maps.names or seen.kinds is None or seen.judges:
            continue
        n, value = rows[file], 1 + part_maps.names.index(part)
        is_part = maps[n] == value
        on_part = [k for k, box in enumerate(pack.boxes[n]) if lies_on(box / cell, is_part)]
        for kind in ("scratch", "dent", "broken"):
            group = group_of(kind, part)
            if kind not in seen.kinds:
                told[n, value, group] = INTACT
            elif not any(pack.labels[n, k] in boxed[group] for k in on_part):
                told[n, value, group] = UNBOXED
    cells = np.stack([np.bincount(one.ravel(), minlength=values) for one in maps])
    device = part_maps.maps.device
    return SeenDamages(torch.from_numpy(told).to(device), torch.from_numpy(cells).to(device), part_maps)


def group_of(kind: str, part: str) -> int:
    if kind != "broken":
        return ("scratch", "dent").index(kind)
    if "light" in part:
        return 2
    return 3 if "glass" in part or "window" in part else 4


def lies_on(box: np.ndarray, is_part: np.ndarray) -> bool:
    x0, y0, x1, y1 = box
    inside = is_part[int(y0) : int(np.ceil(y1)), int(x0) : int(np.ceil(x1))].sum()
    return inside > REACHES_PART * is_part.sum() or inside > LIES_ON_PART * (x1 - x0) * (y1 - y0) > 0


def seen_in_batch(seen: SeenDamages, batch: Batch, centers: Tensor, strides: Tensor, source_size: int) -> SeenInBatch:
    size, cells = batch.pixels.shape[-1], batch.pixels.shape[-1] // 8
    values = seen.told.shape[1]
    quadrant = quadrants(batch, centers)
    column, row = (centers * cells / size).long().clamp(max=cells - 1).unbind(-1)
    part = part_maps_of_batch(seen.part_maps, batch, cells, source_size)[:, row, column]
    regions = quadrant * values + part
    mirrored = torch.cat([part.new_zeros(1), seen.part_maps.swapped + 1])
    part = torch.where(batch.placements.flip.gather(1, quadrant), mirrored[part], part)
    picture = batch.pictures.gather(1, quadrant)
    told = seen.told[picture, part]
    groups = told.shape[-1]
    of_type = torch.tensor([group_of_type(name) for name in DAMAGE_TYPES], device=told.device)
    every = F.pad(told, (0, 1))[..., of_type]

    # how much of each part a sample shows: what the finest anchors cover of what the part has, as large as it is drawn
    scale = batch.placements.scale.prod(-1).gather(1, quadrant)
    drawn = seen.cells[picture, part] * (source_size / seen.part_maps.maps.shape[-1]) ** 2 * scale
    finest = (strides == strides.min())[None] * strides[None] ** 2
    share = torch.zeros(len(part), 4 * values, device=told.device)
    share.scatter_add_(1, regions, finest / drawn.clamp(min=1))
    unboxed = told.new_zeros(len(part), 4 * values, groups)
    unboxed.scatter_(1, regions[..., None].expand(-1, -1, groups), told)
    return SeenInBatch(every, regions, (unboxed == UNBOXED) & (share > MIN_VISIBLE)[..., None])


def group_of_type(name: str) -> int:
    """The last number for types of no group."""
    return next((k for k, group in enumerate(GROUPS) if name in group), len(GROUPS))


def unboxed_loss(logits: Tensor, seen: SeenInBatch) -> Tensor:
    """The surest anchor of a damaged part must see the damage. Where on the part it lies nobody said."""
    of_group = [[DAMAGE_TYPES.index(name) for name in group] for group in GROUPS]
    scores = torch.stack([logits[..., types].amax(-1) for types in of_group], -1)
    best = scores.new_full((*seen.unboxed.shape,), -20.0)
    best = best.scatter_reduce(1, seen.regions[..., None].expand_as(scores), scores, "amax")[seen.unboxed]
    missed = best[best.detach().sigmoid() < SURE]
    return F.binary_cross_entropy_with_logits(missed, torch.full_like(missed, SURE), reduction="sum")
