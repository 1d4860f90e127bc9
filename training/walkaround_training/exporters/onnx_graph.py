"""Helpers that give a published ONNX graph the inputs and outputs of a detector of the service."""

import numpy as np
import onnx
from onnx import helper, numpy_helper, version_converter

OPSET = 17


def load_at_opset(path: str) -> onnx.ModelProto:
    return version_converter.convert_version(onnx.load(path), OPSET)


def node(kind: str, inputs: list[str], output: str, **attributes: object) -> onnx.NodeProto:
    return helper.make_node(kind, inputs, [output], **attributes)


def detector_model(
    nodes: list[onnx.NodeProto],
    weights: list[onnx.TensorProto],
    constants: dict[str, np.ndarray],
    size: int,
    anchors: int,
    classes: int,
) -> onnx.ModelProto:
    """A square picture `image` in; `boxes` (corners in input pixels) and `scores` out."""
    number = onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        nodes,
        "detector",
        [helper.make_tensor_value_info("image", number, [1, 3, size, size])],
        [
            helper.make_tensor_value_info("boxes", number, [1, anchors, 4]),
            helper.make_tensor_value_info("scores", number, [1, anchors, classes]),
        ],
        [*weights, *(numpy_helper.from_array(array, name) for name, array in constants.items())],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)


def grid(size: int, stride: int) -> np.ndarray:
    """Column and row of every cell, row by row."""
    row, column = np.mgrid[: size // stride, : size // stride]
    return np.stack([column, row], -1).reshape(-1, 2).astype(np.float32)
