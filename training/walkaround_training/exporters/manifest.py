"""The models folder: the ONNX files, and the manifest that describes them to the service."""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from ..data.onnx_session import MULTIPLE, input_size, session_for


def put_model(
    models: Path, name: str, version: str, date: str, onnx_file: Path, license: str, use: str, entry: dict[str, Any]
) -> None:
    """Copy the file, and put its entry into the manifest in one step: a service may be reading it."""
    models.mkdir(parents=True, exist_ok=True)
    file = models / f"{name}.onnx"
    shutil.copyfile(onnx_file, file)
    whole = {
        "name": name,
        "version": version,
        "date": date,
        "file": file.name,
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "bytes": file.stat().st_size,
        "licence": license,
        "use": use,
        "input": input_contract(file),
        **entry,
    }
    path = models / "manifest.json"
    manifest = json.loads(path.read_text()) if path.exists() else {"models": []}
    others = [model for model in manifest["models"] if model["name"] != name]
    manifest["models"] = sorted([*others, whole], key=lambda model: model["name"])
    write_manifest(path, manifest)
    print(f"{file}: {whole['bytes'] / 1e6:.1f} MB, version {version}")


def put_tiers(
    models: Path, name: str, thresholds: dict[str, float | None], suspicion_thresholds: dict[str, float | None]
) -> None:
    """The file and its version stay: what the model finds is the same, only what is made of it changes."""
    path = models / "manifest.json"
    manifest = json.loads(path.read_text())
    entry = next(model for model in manifest["models"] if model["name"] == name)
    entry["thresholds"] = {kind: thresholds[kind] for kind in entry["classes"]}
    entry["suspicion_thresholds"] = {kind: suspicion_thresholds[kind] for kind in entry["classes"]}
    write_manifest(path, manifest)


def write_manifest(path: Path, manifest: dict[str, Any]) -> None:
    written = path.with_suffix(".new")
    written.write_text(json.dumps(manifest, indent=2) + "\n")
    written.replace(path)


def input_contract(file: Path) -> dict[str, Any]:
    session = session_for(file, 1)
    size = input_size(session)
    changes = session.get_inputs()[0].shape[2] != size
    return {
        "name": "image",
        "shape": [1, 3, size, size],
        **({"multiple": MULTIPLE} if changes else {}),
        "type": "float32",
        "layout": "NCHW",
        "channels": "RGB",
        "range": [0, 255],
        "fit": "letterbox-top-left",
        "padding": 114,
    }
