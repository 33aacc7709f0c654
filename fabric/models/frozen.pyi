"""For type checkers a light dataclass is one of the standard library."""

from dataclasses import asdict as asdict
from dataclasses import dataclass as dataclass
from dataclasses import field as field
from dataclasses import replace as replace

def field_names(kind: type) -> tuple[str, ...]: ...
