"""Average precision by pycocotools, for each type over the images whose source labels that type."""

import contextlib
import io
from typing import Any

import numpy as np
from pycocotools import mask as coco_mask
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from ..data.vocabulary import DAMAGE_TYPES
from .inference import Detections, mask_on


class Scorer:
    def __init__(
        self, data: dict[str, Any], images: list[dict[str, Any]], detections: dict[int, Detections], cells: int
    ) -> None:
        self.images = images
        ids = {image["id"] for image in images}
        self.category = {c["name"]: c["id"] for c in data["categories"]}
        self.annotations = [a for a in data["annotations"] if a["image_id"] in ids]
        self.truth = loaded({**data, "images": images, "annotations": self.annotations})
        self.found = self.truth.loadRes(self.results(detections, cells, outlined={}))
        outlined = {a["image_id"] for a in self.annotations if a["segmentation"]}
        with_outline = [a for a in self.annotations if a["segmentation"]]
        self.mask_truth = loaded({**data, "images": images, "annotations": with_outline})
        size_of = {i["id"]: (i["width"], i["height"]) for i in images if i["id"] in outlined}
        self.mask_found = self.mask_truth.loadRes(self.results(detections, cells, size_of))

    def results(
        self, detections: dict[int, Detections], cells: int, outlined: dict[int, tuple[int, int]]
    ) -> list[dict[str, Any]]:
        """Boxes of all pictures; or outlines, for the pictures whose labels have them."""
        rows = []
        for image_id, found in detections.items():
            if outlined and image_id not in outlined:
                continue
            for k in range(len(found.masks) if outlined else len(found.scores)):
                x1, y1, x2, y2 = (float(v) for v in found.boxes[k])
                row = {
                    "image_id": image_id,
                    "category_id": self.category[DAMAGE_TYPES[found.types[k]]],
                    "score": float(found.scores[k]),
                }
                if outlined:
                    mask = mask_on(found, k, outlined[image_id], cells)
                    row["segmentation"] = coco_mask.encode(np.asfortranarray(mask.astype(np.uint8)))
                else:
                    row["bbox"] = [x1, y1, x2 - x1, y2 - y1]
                rows.append(row)
        return rows

    def score(self, name: str, sources: tuple[str, ...] = (), outlines: bool = False) -> dict[str, float]:
        """AP50, AP (0.50:0.95) and the number of labeled boxes; NaN where there are none."""
        category = self.category[name]
        ids = [i["id"] for i in self.images if name in i["labelled_types"] and (not sources or i["source"] in sources)]
        labeled = [a for a in self.annotations if a["category_id"] == category and a["image_id"] in set(ids)]
        if outlines:
            # on an image with a box without outline, a correct outline would count as wrong
            torn = {a["image_id"] for a in labeled if not a["segmentation"]}
            with_outline = {a["image_id"] for a in self.annotations if a["segmentation"]}
            ids = [i for i in ids if i in with_outline and i not in torn]
            labeled = [a for a in labeled if a["image_id"] in set(ids)]
        if not labeled:
            return {"labelled": 0, "ap50": float("nan"), "ap": float("nan")}
        truth, found = (self.mask_truth, self.mask_found) if outlines else (self.truth, self.found)
        with contextlib.redirect_stdout(io.StringIO()):
            judge = COCOeval(truth, found, "segm" if outlines else "bbox")
            judge.params.imgIds, judge.params.catIds = ids, [category]
            judge.evaluate()
            judge.accumulate()
            judge.summarize()
        return {"labelled": len(labeled), "ap50": float(judge.stats[1]), "ap": float(judge.stats[0])}


def loaded(data: dict[str, Any]) -> COCO:
    coco = COCO()
    coco.dataset = {**data, "annotations": [{**a, "iscrowd": 0} for a in data["annotations"]]}
    with contextlib.redirect_stdout(io.StringIO()):
        coco.createIndex()
    return coco
