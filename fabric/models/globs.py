"""Path globs from the repository root: `*` within a name, `**` across folders."""

import re
from functools import lru_cache


def path_matches(path: str, glob: str) -> bool:
    """Whether a path (with `/`) or anything under it is meant by a glob.

    A glob without a wildcard also means the folder of that name and all below it.
    """
    clean = path.replace("\\", "/").removeprefix("./").strip("/")
    return bool(_compiled(glob).fullmatch(clean))


@lru_cache(maxsize=4096)
def _compiled(glob: str) -> re.Pattern[str]:
    clean = glob.replace("\\", "/").removeprefix("./").strip("/")
    pattern = "".join(_part(token) for token in re.findall(r"\*\*/|\*\*|\*|\?|[^*?]+", clean))
    below = "" if clean.endswith("*") else "(?:/.*)?"
    return re.compile(pattern + below, re.DOTALL)


def _part(token: str) -> str:
    wildcards = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return wildcards.get(token) or re.escape(token)
