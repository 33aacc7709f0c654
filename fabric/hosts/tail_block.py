r"""Put a block of lines at the end of a text and take it out again, byte for byte.

The block stands behind one blank line, and the text ends as it did before: with a line end if it
had one, without if it had none. That is what tells the two apart on the way back.
"""

from fabric.hosts.text_form import newline_of


def append_block(text: str, block: str) -> str:
    r"""Return the text with the block (lines joined by `\n`, no line end at its end) behind it."""
    line_end = newline_of(text)
    lines = block.replace("\n", line_end)
    if text.endswith("\n"):
        return f"{text}{line_end}{lines}{line_end}"
    return f"{text}{line_end}{line_end}{lines}"


def cut_block(text: str, start: int, end: int) -> str:
    """Return the text without `text[start:end]`, which `append_block` put there.

    If others wrote behind it or before it since, one blank line goes with it and the rest stays.
    """
    head, tail = text[:start], text[end:]
    block = text[start:end].replace("\r\n", "\n")
    # The text may have used no line end, or ended in half of one: what fits is what was there.
    guesses = (_cut(head, tail, line_end) for line_end in ("\n", "\r\n"))
    exact = (guess for guess in guesses if append_block(guess, block) == text)
    return next(exact, _cut_loosely(head, tail, newline_of(text)))


def _cut(head: str, tail: str, line_end: str) -> str:
    if not tail:
        return head.removesuffix(line_end).removesuffix(line_end)
    return head.removesuffix(line_end) + tail.removeprefix(line_end)


def _cut_loosely(head: str, tail: str, line_end: str) -> str:
    if head.endswith(line_end + line_end) or head == line_end:
        head = head.removesuffix(line_end)
    return head + tail.removeprefix(line_end)
