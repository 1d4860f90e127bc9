"""Opens an ONNX file on the CPU."""

from pathlib import Path

import onnxruntime

SIZE_PROPERTY = "size"  # of a file whose input changes with the photo: its longest side
MULTIPLE = 32  # of which the sides of such an input are multiples


def session_for(path: Path, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def input_size(session: onnxruntime.InferenceSession) -> int:
    """The longer side that a picture is scaled to."""
    size = session.get_modelmeta().custom_metadata_map.get(SIZE_PROPERTY)
    return int(size) if size else session.get_inputs()[0].shape[2]
