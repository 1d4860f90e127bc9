"""The published CenterFace graph with the inputs and outputs of the service's detectors."""

import numpy as np
import onnx

from .onnx_graph import detector_model, grid, node

STRIDE = 4
# names in the published graph
INPUT, HEAT, LOG_SIDES, OFFSETS, LANDMARKS = "input.1", "537", "538", "539", "540"


def with_contract(model: onnx.ModelProto, size: int) -> onnx.ModelProto:
    """A fixed square in; decoded boxes out, landmarks left out. Its pixels are RGB 0..255 already."""
    graph = model.graph
    nodes = [n for n in graph.node if LANDMARKS not in n.output]
    for n in nodes:
        n.input[:] = ["image" if name == INPUT else name for name in n.input]
    used = {name for n in nodes for name in n.input}
    cells = grid(size, STRIDE)
    constants = {
        "cell_middles": cells + 0.5,
        "stride": np.array(STRIDE, np.float32),
        "half_stride": np.array(STRIDE / 2, np.float32),
        "flat_pair": np.array([1, 2, -1]),
        "flat_one": np.array([1, 1, -1]),
        "swapped": np.array([1, 0]),  # the network gives y before x
    }
    decoding = [
        *flattened(OFFSETS, "offsets"),
        node("Add", ["offsets", "cell_middles"], "middle_in_cells"),
        node("Mul", ["middle_in_cells", "stride"], "middle"),
        *flattened(LOG_SIDES, "side_logs"),
        node("Exp", ["side_logs"], "sides_in_strides"),
        node("Mul", ["sides_in_strides", "half_stride"], "half_sides"),
        node("Sub", ["middle", "half_sides"], "top_left"),
        node("Add", ["middle", "half_sides"], "bottom_right"),
        node("Concat", ["top_left", "bottom_right"], "boxes", axis=2),
        node("Reshape", [HEAT, "flat_one"], "flat_heat"),
        node("Transpose", ["flat_heat"], "scores", perm=[0, 2, 1]),
    ]
    weights = [tensor for tensor in graph.initializer if tensor.name in used]
    return detector_model([*nodes, *decoding], weights, constants, size, len(cells), 1)


def flattened(name: str, output: str) -> list[onnx.NodeProto]:
    """[1, 2, rows, columns] with y first to [1, cells, 2] with x first."""
    return [
        node("Gather", [name, "swapped"], f"{output}_xy", axis=1),
        node("Reshape", [f"{output}_xy", "flat_pair"], f"{output}_flat"),
        node("Transpose", [f"{output}_flat"], output, perm=[0, 2, 1]),
    ]
