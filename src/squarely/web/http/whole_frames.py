"""Messages in one frame, as nearly all are: how one is taken out of the bytes of a socket, and how one is begun."""

from struct import Struct
from typing import NamedTuple

from websockets.frames import apply_mask  # type: ignore[attr-defined]  # written in C where it can be

_FINAL_TEXT, _TWO_BYTES, _EIGHT_BYTES = 0x81, 126, 127  # how a message in one frame begins, and how its length is given
_MASKED = 0x80  # a bit of the second byte: what a client sends is masked
_WHOLE = (_FINAL_TEXT, 0x88, 0x89, 0x8A)  # texts that are not in pieces, closes, pings, pongs
_HEAD_OF_TWO, _HEAD_OF_EIGHT = Struct("!BBH"), Struct("!BBQ")


class WholeFrame(NamedTuple):
    """One frame that came alone and in one piece."""

    is_text: bool
    message: bytes

    @classmethod
    def read(cls, data: bytes) -> "WholeFrame | None":
        """The frame that these bytes are, if they are exactly one, and it is no part of a message in several."""
        size = len(data)
        if size < 6 or data[0] not in _WHOLE or not data[1] & _MASKED:
            return None
        length, begin = data[1] & ~_MASKED, 2
        if length == _TWO_BYTES:
            length, begin = int.from_bytes(data[2:4]), 4
        if (length >= _EIGHT_BYTES and begin == 2) or size != begin + 4 + length:
            return None
        message: bytes = apply_mask(data[begin + 4 :], data[begin : begin + 4])
        return cls(data[0] == _FINAL_TEXT, message)


def make_head(size: int) -> bytes:
    """How a frame begins that holds a whole message of so many bytes."""
    if size < _TWO_BYTES:
        return bytes((_FINAL_TEXT, size))
    if size < 2**16:
        return _HEAD_OF_TWO.pack(_FINAL_TEXT, _TWO_BYTES, size)
    return _HEAD_OF_EIGHT.pack(_FINAL_TEXT, _EIGHT_BYTES, size)
