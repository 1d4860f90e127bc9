"""Maps of paint and glass, predicted by the parts model: synthetic dirt belongs on the vehicle, not on the sky."""

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from .attributes_pack import BODY, CELLS, GLASS, NOWHERE
from .images import letterboxed
from .onnx_session import session_for

GLASS_PARTS = ("front_glass", "back_glass")
MIN_SEEN = 0.06  # of the picture: below it the model has not understood a close-up


class Surfaces:
    def __init__(self, parts_model: Path, names: list[str]) -> None:
        self.session = session_for(parts_model, 1)
        self.size = self.session.get_inputs()[0].shape[2]
        self.glass = [names.index(name) for name in GLASS_PARTS]

    def of(self, picture: Image.Image) -> np.ndarray | None:
        """[CELLS, CELLS] over the letterboxed square, or None where hardly any part is seen."""
        canvas, _ = letterboxed(picture, self.size)
        logits = self.session.run(None, {"image": canvas.transpose(2, 0, 1)[None].astype(np.float32)})[0][0]
        seen = logits.argmax(0)
        if (seen > 0).mean() < MIN_SEEN:
            return None
        glass = Image.fromarray((np.isin(seen, self.glass) * 255).astype(np.uint8))
        body, glass = (
            np.asarray(p.resize((CELLS, CELLS), Image.Resampling.BOX)) > 127 for p in (without_holes(seen > 0), glass)
        )
        return np.where(glass, GLASS, np.where(body, BODY, NOWHERE)).astype(np.uint8)


def without_holes(seen: np.ndarray) -> Image.Image:
    """Fenders and roof are no parts of the model: closing the outline and filling it takes them in."""
    side = seen.shape[0]
    outline = Image.new("L", (side + 2, side + 2))
    outline.paste(Image.fromarray((seen * 255).astype(np.uint8)), (1, 1))
    closed = outline.filter(ImageFilter.MaxFilter(15)).filter(ImageFilter.MinFilter(15))
    ImageDraw.floodfill(closed, (0, 0), 128)
    return closed.point(lambda value: 0 if value == 128 else 255).crop((1, 1, side + 1, side + 1))
