"""Non-ASCII characters that pass for an ASCII letter: a frozen table, part of the value digest."""
# ruff: noqa: RUF001  -- look-alikes are what this table is about

from collections.abc import Mapping
from typing import Final

_PAIRS: Final = (
    # Cyrillic
    ("авезһніїјкӏморԛгѕтѵԝхуүсԁёԍь", "abe3hhiijklmopqrstvwxyycdegb"),
    # Greek
    ("αβεζηικμνορτυχγωϳ", "abezhikmvoptuxywj"),
    # Armenian
    ("օսհոցզա", "ouhngqw"),
    # Latin
    ("ıɑɡɩƅɪʏʙɢʜʟɴʀꜱᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢøđħł", "iagibiybghlnrsacdejkmoptuvwzodhl"),
    # Apostrophe
    ("’ʼ", "''"),
)

LOOK_ALIKES: Final[Mapping[int, str]] = {
    ord(alike): plain
    for alikes, plains in _PAIRS
    for alike, plain in zip(alikes, plains, strict=True)
}
"""Each look-alike (after case folding) and the ASCII character that it passes for."""

EARLY_LOOK_ALIKES: Final[Mapping[int, int]] = str.maketrans("ΝΥϲϹ", "NYcC")
"""Those that NFKC or case folding turn into something that looks different; folded before."""
