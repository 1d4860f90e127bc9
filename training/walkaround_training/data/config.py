"""Reads a configuration file. All settings of a run are in it; no command-line option overrides one."""

import tomllib
from pathlib import Path
from typing import Any

TASKS = ("damage", "parts", "attributes", "close_ups", "part_states", "second_opinion")


def load_config(path: Path) -> dict[str, Any]:
    config = tomllib.loads(path.read_text())
    if config.get("task") not in TASKS:
        raise SystemExit(f"{path} must say task = one of {', '.join(TASKS)}, in quotes.")
    return config
