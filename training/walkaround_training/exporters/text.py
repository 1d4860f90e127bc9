"""The recognition of PP-OCRv6 held to the letters that vehicles and their papers carry."""

import numpy as np
import onnx
from onnx import numpy_helper

BLANK = 0
# In the order of the classes; server/src/vision/text/letters.ts has the same ranges.
RANGES = ((0x20, 0x7E), (0xB0, 0xB0), (0xC0, 0x17F), (0x218, 0x21B), (0x20AC, 0x20AC))


def known_letters() -> list[str]:
    return [chr(point) for first, last in RANGES for point in range(first, last + 1)]


def with_known_letters(model: onnx.ModelProto) -> onnx.ModelProto:
    """Keeps the columns of the last layer that belong to the known letters; the class 0 stays the blank."""
    signs = next(entry.value for entry in model.metadata_props if entry.key == "character").split("\n")
    # The space is the last class and is not in the list.
    place = {" ": len(signs) + 1} | {sign: index + 1 for index, sign in enumerate(signs)}
    kept = [BLANK] + [place[letter] for letter in known_letters()]
    softmax = model.graph.node[-1]
    if softmax.op_type != "Softmax":
        raise ValueError(f"the last node is {softmax.op_type}, not Softmax")
    classes = model.graph.output[0].type.tensor_type.shape.dim[-1]
    for weights in model.graph.initializer:
        if weights.dims and weights.dims[-1] == classes.dim_value:
            columns = np.ascontiguousarray(numpy_helper.to_array(weights)[..., kept])
            weights.CopyFrom(numpy_helper.from_array(columns, weights.name))
    classes.dim_value = len(kept)
    del model.graph.value_info[:]
    del model.metadata_props[:]
    return model
