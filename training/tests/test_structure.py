"""The package's folders import each other in one direction, and every command explains itself."""

import ast
import importlib
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "walkaround_training"
MAX_FILES = 25

# A folder may import from those before it.
FOLDERS = ("data", "parts", "nets", "augmentation", "degradation", "losses", "evaluation", "trainers", "exporters", "own", "parity")
COMMANDS = sorted(path.stem for path in PACKAGE.glob("*.py") if path.stem != "__init__")


def imported_modules(path: Path) -> list[str]:
    """Dotted names below the package, of the package's own modules only."""
    names = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            folder = [] if node.level == len(path.relative_to(PACKAGE).parts) else [path.parent.name]
            names.append(".".join([*folder, node.module]))
    return names


def test_every_folder_has_its_place_in_the_order() -> None:
    assert {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()} == set(FOLDERS)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_imports_only_from_itself_and_the_folders_before_it(folder: str) -> None:
    allowed = FOLDERS[: FOLDERS.index(folder) + 1]
    for path in (PACKAGE / folder).glob("*.py"):
        for name in imported_modules(path):
            assert name.split(".")[0] in allowed, f"{path.name} imports {name}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_import_cycle_inside_a_folder(folder: str) -> None:
    own = {f"{folder}.{path.stem}": imported_modules(path) for path in (PACKAGE / folder).glob("*.py")}
    while own:
        free = [name for name, needs in own.items() if not any(need in own for need in needs)]
        assert free, f"these modules import each other: {sorted(own)}"
        for name in free:
            del own[name]


def test_no_folder_is_crowded() -> None:
    for folder in (PACKAGE, *(PACKAGE / name for name in FOLDERS)):
        assert len(list(folder.glob("*.py"))) <= MAX_FILES, folder


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, monkeypatch, capsys) -> None:
    module = importlib.import_module(f"walkaround_training.{command}")
    monkeypatch.setattr("sys.argv", [command, "--help"])
    with pytest.raises(SystemExit, match="0"):
        module.main()
    shown = capsys.readouterr().out
    assert f"python -m walkaround_training.{command}" in " ".join(shown.split())
    assert f"`{command}`" in (PACKAGE.parent / "README.md").read_text()
