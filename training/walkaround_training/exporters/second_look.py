"""Two damage networks in one file, of which the second runs only where the first suspects a damage.

The second network is the branch of an ONNX `If`, with its weights: outside of the branch ONNX Runtime would keep them as
inputs, and warn of each.
"""

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import GraphProto, ModelProto, NodeProto, TensorProto, compose, helper, numpy_helper

from .onnx_file import answers_of, compare, pixels_to_compare, write_onnx
from .onnx_graph import OPSET, node
from .trained_nets import exported_net

ANSWERS = ("boxes", "scores", "coeffs", "protos")
# the share of a type's suspicion threshold, as a score of the first network, from which on the second one looks (EXPERIMENTS.md, 15e)
LOOKS_FROM = 0.07


def write_with_second_look(
    runs: list[dict[str, Any]], size: int, fit: Path, suspected: dict[str, float | None], out: Path, full_weights: bool = False
) -> None:
    types = runs[0]["types"]
    if runs[1]["types"] != types:
        raise SystemExit("Both networks must know the same types: the first decides for the second.")
    pair, outputs = exported_net(runs, [], fit)
    calibration = (pair.slope.numpy(), pair.offset.numpy())
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, f"{at}.onnx") for at in range(2)]
        for run, path in zip(runs, files):
            write_onnx(exported_net([run], [], None)[0], size, outputs, path, full_weights)
        first, second = (onnx.load(path) for path in files)
    out.parent.mkdir(parents=True, exist_ok=True)
    # Noise makes nobody suspect anything, so both networks are compared where they always look.
    onnx.save(with_second_look(first, second, np.zeros(len(types), np.float32), *calibration), out)
    noise = pixels_to_compare(size, size)
    compare(answers_of(pair.eval(), noise), noise, out)
    onnx.save(with_second_look(first, second, limits_for([suspected[kind] for kind in types], *calibration), *calibration), out)


def limits_for(suspected: list[float | None], slope: np.ndarray, offset: np.ndarray) -> np.ndarray:
    """Scores of the first network, before calibration. A type that is never suspected or shown asks for no second look."""
    least = np.array([np.nan if score is None else score for score in suspected])
    raw = 1 / (1 + np.exp(-(np.log(least / (1 - least)) - offset) / slope))
    return np.where(np.isnan(least), 2.0, LOOKS_FROM * raw).astype(np.float32)


def with_second_look(first: ModelProto, second: ModelProto, limits: np.ndarray, slope: np.ndarray, offset: np.ndarray) -> ModelProto:
    """Each is the file of one network without calibration. Where both look the answers are their mean."""
    outer, inner = (with_prefix(model, name) for model, name in ((first, "first/"), (second, "second/")))
    constants = {
        "limits": limits,
        "zero": np.array(0, np.float32),
        "least": np.array(1e-6, np.float32),
        "most": np.array(1 - 1e-6, np.float32),
        "one": np.array(1, np.float32),
        "slope": slope,
        "offset": offset,
    }
    deciding = [
        node("ReduceMax", ["first/scores"], "surest", axes=[1], keepdims=0),
        node("Sub", ["surest", "limits"], "above"),
        node("ReduceMax", ["above"], "most_above", keepdims=0),
        node("GreaterOrEqual", ["most_above", "zero"], "is_suspected"),
        helper.make_node(
            "If",
            ["is_suspected"],
            ["boxes", "mean_scores", "coeffs", "protos"],
            then_branch=mean_of_both(inner),
            else_branch=branch([node("Identity", [f"first/{name}"], f"alone/{name}") for name in ANSWERS], "alone/", outer),
        ),
    ]
    calibrating = [
        node("Clip", ["mean_scores", "least", "most"], "share"),
        node("Sub", ["one", "share"], "rest"),
        node("Div", ["share", "rest"], "odds"),
        node("Log", ["odds"], "logits"),
        node("Mul", ["logits", "slope"], "sloped"),
        node("Add", ["sloped", "offset"], "calibrated"),
        node("Sigmoid", ["calibrated"], "scores"),
    ]
    types = len(slope)
    graph = helper.make_graph(
        [*outer.node, *deciding, *calibrating],
        "damage",
        list(first.graph.input),
        [
            helper.make_tensor_value_info("boxes", TensorProto.FLOAT, [1, "anchors", 4]),
            helper.make_tensor_value_info("scores", TensorProto.FLOAT, [1, "anchors", types]),
            # twice as many where both look
            helper.make_tensor_value_info("coeffs", TensorProto.FLOAT, [1, "anchors", "masks"]),
            helper.make_tensor_value_info("protos", TensorProto.FLOAT, [1, "masks", "rows", "columns"]),
        ],
        [*outer.initializer, *(numpy_helper.from_array(array, name) for name, array in constants.items())],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=first.ir_version)
    helper.set_model_props(model, {prop.key: prop.value for prop in first.metadata_props})
    onnx.checker.check_model(model)
    return model


def with_prefix(model: ModelProto, prefix: str) -> GraphProto:
    return compose.add_prefix(model, prefix, rename_inputs=False).graph


def mean_of_both(second: GraphProto) -> GraphProto:
    half = numpy_helper.from_array(np.array(0.5, np.float32), "both/half")
    mean = [
        step
        for name in ("boxes", "scores")
        for step in (
            node("Add", [f"first/{name}", f"second/{name}"], f"both/{name}_sum"),
            node("Mul", [f"both/{name}_sum", "both/half"], f"both/{name}"),
        )
    ]
    # a mask is coefficients times prototypes: concatenated, the product is the mean of both
    masks = [
        node("Concat", ["first/coeffs", "second/coeffs"], "both/coeffs_sum", axis=2),
        node("Mul", ["both/coeffs_sum", "both/half"], "both/coeffs"),
        node("Concat", ["first/protos", "second/protos"], "both/protos", axis=1),
    ]
    made = branch([*second.node, *mean, *masks], "both/", second)
    made.initializer.extend([*second.initializer, half])
    return made


def branch(nodes: list[NodeProto], prefix: str, like: GraphProto) -> GraphProto:
    ranks = {output.name.split("/")[-1]: len(output.type.tensor_type.shape.dim) for output in like.output}
    outputs = [helper.make_tensor_value_info(f"{prefix}{name}", TensorProto.FLOAT, [None] * ranks[name]) for name in ANSWERS]
    return helper.make_graph(nodes, prefix.strip("/"), [], outputs)


def suspected_in(manifest: Path) -> dict[str, float | None]:
    """From which score on a find of each type is at least a suspicion."""
    entry = next(model for model in json.loads(manifest.read_text())["models"] if model["name"] == "damage")
    shown, suspected = entry["thresholds"], entry["suspicion_thresholds"]
    return {kind: suspected[kind] if suspected[kind] is not None else shown[kind] for kind in entry["classes"]}
