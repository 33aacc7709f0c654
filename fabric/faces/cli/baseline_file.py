"""The baseline as a file."""

from pathlib import Path

from fabric.errors import BadSettings, CouldNot
from fabric.faces.cli.files import write_whole
from fabric.rules.baseline import Baseline, read_baseline, write_baseline


def load_baseline(file: Path) -> Baseline:
    """Read a baseline. Raises BadSettings where it is not there or says something else."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BadSettings(
            f"There is no baseline {file}.", f"Write it: `fabric baseline {file}`."
        ) from error
    except UnicodeDecodeError as error:
        raise BadSettings(f"The baseline {file} is not UTF-8.", "Write it anew.") from error
    except OSError as error:
        raise CouldNot(f"{file} cannot be read: {error.strerror}.", "Mend it.") from error
    return read_baseline(text, str(file))


def save_baseline(file: Path, baseline: Baseline) -> bool:
    """Write a baseline where it differs; whether it did. Raises CouldNot."""
    text = write_baseline(baseline)
    if file.exists() and file.read_text(encoding="utf-8", errors="replace") == text:
        return False
    write_whole(file, text)
    return True
