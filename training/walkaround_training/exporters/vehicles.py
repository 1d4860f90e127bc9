"""A published YOLOX graph with the inputs and outputs of the service's detectors."""

import numpy as np
import onnx

from .onnx_graph import detector_model, grid, node

STRIDES = (8, 16, 32)
# rows of YOLOX's output: four of the box, the objectness, then the 80 COCO classes
OBJECTNESS, PERSON, CAR, BUS, TRUCK = 4, 5, 7, 10, 12


def with_contract(model: onnx.ModelProto) -> onnx.ModelProto:
    """RGB instead of BGR in; decoded boxes and the scores of two classes out."""
    graph = model.graph
    size = graph.input[0].type.tensor_type.shape.dim[2].dim_value
    raw, bgr = graph.output[0].name, graph.input[0].name
    cells = np.concatenate([grid(size, stride) for stride in STRIDES])
    constants = {
        "reversed": np.array([2, 1, 0]),
        "cells": cells,
        "steps": np.concatenate([np.full(((size // s) ** 2, 1), s, np.float32) for s in STRIDES]),
        "half": np.array(0.5, np.float32),
        "middles": np.array([0, 1]),
        "sides": np.array([2, 3]),
        "objectness": np.array([OBJECTNESS]),
        "vehicles": np.array([CAR, BUS, TRUCK]),
        "person": np.array([PERSON]),
    }
    decoding = [
        node("Gather", [raw, "middles"], "middle_in_cells", axis=2),
        node("Add", ["middle_in_cells", "cells"], "middle_on_grid"),
        node("Mul", ["middle_on_grid", "steps"], "middle"),
        node("Gather", [raw, "sides"], "side_logs", axis=2),
        node("Exp", ["side_logs"], "sides_in_steps"),
        node("Mul", ["sides_in_steps", "steps"], "whole_sides"),
        node("Mul", ["whole_sides", "half"], "half_sides"),
        node("Sub", ["middle", "half_sides"], "top_left"),
        node("Add", ["middle", "half_sides"], "bottom_right"),
        node("Concat", ["top_left", "bottom_right"], "boxes", axis=2),
        node("Gather", [raw, "objectness"], "is_object", axis=2),
        node("Gather", [raw, "vehicles"], "each_vehicle", axis=2),
        node("ReduceMax", ["each_vehicle"], "any_vehicle", axes=[2], keepdims=1),
        node("Gather", [raw, "person"], "any_person", axis=2),
        node("Concat", ["any_vehicle", "any_person"], "classes", axis=2),
        node("Mul", ["classes", "is_object"], "scores"),
    ]
    nodes = [node("Gather", ["image", "reversed"], bgr, axis=1), *graph.node, *decoding]
    return detector_model(nodes, list(graph.initializer), constants, size, len(cells), 2)
