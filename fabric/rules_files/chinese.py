"""Chinese sentences that tell somebody to do something."""

import re

# ruff: noqa: RUF001  -- full-width marks are meant

_DIRECTIVE = re.compile(
    r"^(?:请|先|使用|采用|保持|遵循|遵守|确保|优先(?!级)|默认|避免|统一(?!入口)|每[次个条轮]|所有|一[个条]|任何|新建|提交前|"
    r"产出|写入|进入|不|小步|及时|修改|添加|删除|用|按|以)|使用|采用|遵循|遵守|(?:^|，|；)先[^。；]{2,40}(?:，再|再|后)|"
    r"只(?:作为|在|做|实现|修改)|(?:保持|同步(?:维护|更新)|固定执行|至少)[^。；]{1,20}|^[^，。；]{1,12}前|^修改要|先[^。；]{2,40}再|^一[^，。；]{1,4}一"
)
_STATEMENT = re.compile(r"^(?:本|该|此|这是|当前|目前|已有|本项目|项目)|(?:是指|表示|意味着)")


def instruction(text: str) -> str:
    """The words that make a sentence an instruction, or "" if it states something."""
    found = None if _STATEMENT.search(text) else _DIRECTIVE.search(text)
    return found.group(0)[:8] if found else ""
