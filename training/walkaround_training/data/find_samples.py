"""The boxes that the second opinion learns from (finds, labeled damages, boxes at random) and what the labels say of each."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from .boxes import intersections
from .pack import DamagePack
from .vocabulary import DAMAGE_TYPES, IGNORE_BOX, NO_BOX

TYPES = len(DAMAGE_TYPES)
ANY = TYPES  # the column for a damage of any type, after those of the types
SEARCHED_FOR_ANY = [DAMAGE_TYPES.index(name) for name in ("scratch", "dent")]  # a source that labels both leaves few damages out
LABELED, ANYWHERE = -1, -2  # instead of a detector
ANYWHERE_PER_PICTURE = 6
LARGEST_ANYWHERE = 0.9  # of the picture


@dataclass
class Boxes:
    picture: np.ndarray  # [s]
    kind: np.ndarray  # [s] the type that it was found as
    box: np.ndarray  # [s, 4] corners in pixels of the pack
    score: np.ndarray  # [s] of the detector, or 0
    origin: np.ndarray  # [s] which detector found it, LABELED or ANYWHERE


@dataclass
class FindSamples:
    picture: Tensor
    kind: Tensor
    box: Tensor
    score: Tensor
    origin: Tensor
    damaged: Tensor  # [s, TYPES + 1] whether the box lies on a damage of each type, and of any
    known: Tensor  # [s, TYPES + 1] whether the labels tell it

    def at(self, rows: Tensor) -> "FindSamples":
        return FindSamples(*(value[rows] for value in vars(self).values()))

    @property
    def right(self) -> Tensor:
        """Whether the box lies on a damage of its own type."""
        return self.damaged.gather(1, self.kind[:, None])[:, 0]

    @property
    def told(self) -> Tensor:
        """Whether the labels tell that."""
        return self.known.gather(1, self.kind[:, None])[:, 0]


def find_samples(pack: DamagePack, finds: Boxes, seed: int, device: torch.device) -> FindSamples:
    finds.box = np.clip(finds.box, 0, np.tile(pack.extent[finds.picture], 2))
    labeled = labeled_boxes(pack)
    anywhere = boxes_anywhere(pack, labeled, np.random.default_rng(seed))
    columns = zip(*(vars(boxes).values() for boxes in (finds, labeled, anywhere)))
    boxes = Boxes(*(np.concatenate(column) for column in columns))
    damaged, known = np.zeros((2, len(boxes.picture), TYPES + 1), bool)
    order = np.argsort(boxes.picture, kind="stable")
    ends = np.searchsorted(boxes.picture[order], np.arange(len(pack.labels) + 1))
    for picture, (start, end) in enumerate(zip(ends, ends[1:])):
        rows = order[start:end]
        labels = pack.boxes[picture], pack.labels[picture], pack.known[picture]
        damaged[rows], known[rows] = judged(boxes.box[rows], *labels)
    return FindSamples(*(torch.from_numpy(value).to(device) for value in (*vars(boxes).values(), damaged, known)))


def labeled_boxes(pack: DamagePack) -> Boxes:
    picture, row = np.nonzero(np.asarray(pack.labels) >= 0)
    return of_origin(LABELED, picture, pack.labels[picture, row], pack.boxes[picture, row])


def boxes_anywhere(pack: DamagePack, labeled: Boxes, random: np.random.Generator) -> Boxes:
    """Each as large as some damage, and of its type."""
    picture = np.nonzero(teaching(pack))[0].repeat(ANYWHERE_PER_PICTURE)
    like = random.integers(len(labeled.box), size=len(picture))
    extent = pack.extent[picture]
    sides = np.minimum(labeled.box[like, 2:] - labeled.box[like, :2], extent * LARGEST_ANYWHERE)
    corner = random.uniform(size=sides.shape) * (extent - sides)
    return of_origin(ANYWHERE, picture, labeled.kind[like], np.concatenate([corner, corner + sides], 1))


def of_origin(origin: int, picture: np.ndarray, kind: np.ndarray, box: np.ndarray) -> Boxes:
    count = len(picture)
    return Boxes(picture, kind.astype(np.int64), box.astype(np.float32), np.zeros(count, np.float32), np.full(count, origin))


def teaching(pack: DamagePack) -> np.ndarray:
    """[n] whether a picture teaches."""
    return np.array([meta["split"] == "train" for meta in pack.meta]) & (np.asarray(pack.weight) > 0)


def judged(
    boxes: np.ndarray, labeled: np.ndarray, labels: np.ndarray, searched: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """[n, TYPES + 1] whether each box lies on a damage of each type, and of any; and whether the labels tell it.

    A box that only touches a damage, or lies by a damage of unknown type, is neither on one nor beside it.
    """
    labeled, labels = labeled[labels != NO_BOX], labels[labels != NO_BOX]
    both = intersections(boxes, labeled)
    own, theirs = area(boxes)[:, None], area(labeled)[None]
    iou, inside, covered = both / (own + theirs - both), both / own, both / theirs
    on = (iou >= 0.3) | ((iou >= 0.1) & ((inside >= 0.5) | (covered >= 0.7)))
    touched = (inside >= 0.1) | (covered >= 0.3)
    of_column = np.pad(labels[:, None] == np.arange(TYPES), ((0, 0), (0, 1)), constant_values=True)
    damaged = on @ of_column
    doubtful = touched @ (of_column | (labels == IGNORE_BOX)[:, None])
    return damaged, damaged | (~doubtful & np.append(searched, searched[SEARCHED_FOR_ANY].all()))


def area(boxes: np.ndarray) -> np.ndarray:
    return (boxes[:, 2:] - boxes[:, :2]).prod(-1).clip(1)
