"""Write the JSON Schemas of all published models to `schemas/`, or say which are not current.

Run by `make schemas` and, with `--check`, by `make check` and the tests. A schema describes what
we accept and therefore also what we write.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from fabric.models.document import Document
from fabric.models.document_checking import json_schema
from fabric.models.published import PUBLISHED

SCHEMAS = Path(__file__).parent.parent / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_text(name: str, model: type[Document]) -> str:
    """Return the schema file of one model: sorted keys, two blanks of indentation, one newline."""
    schema = json_schema(model)
    schema |= {"$schema": DIALECT, "$id": f"urn:bead-fabric:schema:{name}"}
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def expected(published: Mapping[str, type[Document]]) -> dict[str, str]:
    """Return file name → text for everything that is published."""
    return {f"{name}.json": schema_text(name, model) for name, model in sorted(published.items())}


def differences(wanted: Mapping[str, str], folder: Path) -> list[str]:
    """Return one sentence for each file that is missing, stale or no longer published."""
    found = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.json")}
    said = [f"{name} is missing" for name in wanted if name not in found]
    said += [
        f"{name} differs from its model"
        for name, text in wanted.items()
        if name in found and found[name] != text
    ]
    said += [f"{name} is published by no model" for name in found if name not in wanted]
    return sorted(said)


def write(wanted: Mapping[str, str], folder: Path) -> None:
    """Make `folder` hold exactly the wanted schemas."""
    folder.mkdir(exist_ok=True)
    for stale in folder.glob("*.json"):
        if stale.name not in wanted:
            stale.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Write or check; return 1 when checking found a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail on a difference")
    wanted = expected(PUBLISHED)
    if not parser.parse_args(arguments).check:
        write(wanted, SCHEMAS)
        print(f"{len(wanted)} schemas are in schemas/.")
        return 0
    said = differences(wanted, SCHEMAS)
    for sentence in said:
        print(f"schemas/{sentence}", file=sys.stderr)
    if said:
        print("Run `make schemas` and commit what it wrote.", file=sys.stderr)
    else:
        print(f"All {len(wanted)} schemas are current.")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
