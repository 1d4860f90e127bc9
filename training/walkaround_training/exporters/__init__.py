"""ONNX files and their entries in the manifest of models/."""
