"""Reads a configuration file. Nothing else decides a run: no flag overrides a setting silently."""

import tomllib
from pathlib import Path
from typing import Any

TASKS = ("damage", "parts", "attributes")


def load_config(path: Path) -> dict[str, Any]:
    config = tomllib.loads(path.read_text())
    if config.get("task") not in TASKS:
        raise SystemExit(f'{path} must say task = "damage", task = "parts" or task = "attributes".')
    return config
