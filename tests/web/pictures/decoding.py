"""A PNG read back, as plainly as can be: the twin of what writes it."""

import struct
import zlib
from typing import NamedTuple


class Decoded(NamedTuple):
    """A picture: its size and its pixels."""

    width: int
    height: int
    pixels: bytes

    def colour(self, x: float, y: float) -> str:
        at = 3 * (int(y) * self.width + int(x))
        return "#" + self.pixels[at : at + 3].hex()


def decode(data: bytes) -> Decoded:
    """The picture. Every checksum has to be right, and every row without a filter."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, []
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length]) == (zlib.crc32(kind + body),)
        chunks.append((kind, body))
        at += 12 + length
    assert [kind for kind, _ in chunks] == [b"IHDR", b"IDAT", b"IEND"]
    width, height, *rest = struct.unpack(">IIBBBBB", chunks[0][1])
    assert rest == [8, 2, 0, 0, 0]  # eight bits each of red, green and blue
    rows = zlib.decompress(chunks[1][1])
    stride = 1 + 3 * width
    assert len(rows) == stride * height
    assert not any(rows[::stride])
    return Decoded(width, height, b"".join(rows[row * stride + 1 : (row + 1) * stride] for row in range(height)))
