"""Stores large weights in half precision. ONNX Runtime casts them back once, when it loads the file."""

import numpy as np
import onnx
from onnx import numpy_helper

SMALL = 512


def with_half_weights(model: onnx.ModelProto) -> onnx.ModelProto:
    graph, casts, kept = model.graph, [], []
    for tensor in graph.initializer:
        array = numpy_helper.to_array(tensor)
        if array.dtype != np.float32 or array.size < SMALL or np.abs(array).max() > 6e4:
            kept.append(tensor)
            continue
        name = tensor.name + "_half"
        kept.append(numpy_helper.from_array(array.astype(np.float16), name))
        casts.append(onnx.helper.make_node("Cast", [name], [tensor.name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    return model
