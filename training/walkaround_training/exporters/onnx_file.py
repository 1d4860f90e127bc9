"""Writes a network as an ONNX file, and checks that the file gives the same results."""

from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn

from ..data.onnx_session import SIZE_PROPERTY, session_for
from ..nets.exported_nets import ExportedDetector
from ..nets.second_opinion_net import ExportedSecondOpinion
from .half_precision import with_half_weights

OPSET = 17


# the sides of inputs and outputs that change with the photo, and of the second opinion, whose two crops are no square
CHANGING = {
    "image": {2: "height", 3: "width"},
    "boxes": {1: "anchors"},
    "scores": {1: "anchors"},
    "coeffs": {1: "anchors"},
    "protos": {2: "rows", 3: "columns"},
}


def write_onnx(net: nn.Module, size: int, outputs: list[str], out: Path, full_weights: bool = False) -> None:
    net = net.eval().to(memory_format=torch.contiguous_format)
    changes = isinstance(net, (ExportedDetector, ExportedSecondOpinion))
    square = pixels_to_compare(size, size)
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (square,),
        str(out),
        input_names=["image"],
        output_names=outputs,
        dynamic_axes={name: CHANGING[name] for name in ("image", *outputs) if name in CHANGING} if changes else None,
        opset_version=OPSET,
        dynamo=False,
    )
    model = onnx.load(out)
    if changes:
        onnx.helper.set_model_props(model, {SIZE_PROPERTY: str(size)})
    else:
        model = with_fixed_shapes(model, answers_of(net, square))
    onnx.save(model if full_weights else with_half_weights(model), out)
    for example in (square, pixels_to_compare(size // 64 * 32, size)) if changes else (square,):
        compare(answers_of(net, example), example, out)


def pixels_to_compare(height: int, width: int) -> torch.Tensor:
    return torch.randint(0, 255, (1, 3, height, width), generator=torch.Generator().manual_seed(1)).float()


@torch.no_grad()
def answers_of(net: nn.Module, example: torch.Tensor) -> tuple[torch.Tensor, ...]:
    answers = net(example)
    return answers if isinstance(answers, tuple) else (answers,)


def with_fixed_shapes(model: onnx.ModelProto, answers: tuple[torch.Tensor, ...]) -> onnx.ModelProto:
    """The exporter leaves the output shapes dynamic, although the input shape is fixed."""
    for output, answer in zip(model.graph.output, answers):
        for dimension, side in zip(output.type.tensor_type.shape.dim, answer.shape):
            dimension.dim_value = side
    return model


def compare(wanted: tuple[torch.Tensor, ...], example: torch.Tensor, path: Path) -> None:
    """The file must give the same results as the network."""
    session = session_for(path, 0)
    for name, mine, theirs in zip(
        [o.name for o in session.get_outputs()], session.run(None, {"image": example.numpy()}), wanted
    ):
        theirs = theirs.numpy()
        # scores on noise are all near zero, where a relative difference has no meaning
        scale = 1.0 if name == "scores" else max(1.0, float(np.abs(theirs).mean()))
        gap = float(np.abs(mine - theirs).mean()) / scale
        print(f"{name} {mine.shape}: mean difference to the trained net {gap:.1e}")
        if not gap < 5e-3:
            raise SystemExit(f"{path} differs from the trained net in {name}: do not ship it.")
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
