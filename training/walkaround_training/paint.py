"""Where the paint is, as the parts model sees it: without glass, lamps, wheels, grille and plates."""

from pathlib import Path

import numpy as np
from PIL import Image

from .finding import session_for

NO_PAINT = ("background", "glass", "window", "light", "wheel", "grill", "license_plate")


class Paint:
    def __init__(self, parts_model: Path, names: tuple[str, ...]) -> None:
        self.session = session_for(parts_model, 1)
        self.size = self.session.get_inputs()[0].shape[2]
        self.painted = [n for n, name in enumerate(names) if not any(word in name for word in NO_PAINT)]

    def of(self, canvas: np.ndarray) -> np.ndarray:
        """[size, size] whether each pixel of a letterboxed square is paint."""
        small = Image.fromarray(canvas).resize((self.size, self.size), Image.Resampling.BILINEAR)
        pixels = np.asarray(small).transpose(2, 0, 1)[None].astype(np.float32)
        seen = np.isin(self.session.run(None, {"image": pixels})[0][0].argmax(0), self.painted)
        shape = Image.fromarray(seen.astype(np.uint8) * 255).resize(canvas.shape[:2], Image.Resampling.BILINEAR)
        return np.asarray(shape) > 127
