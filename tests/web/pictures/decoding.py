"""A PNG read back by Pillow: its size, and the colour at a point."""

from io import BytesIO
from typing import NamedTuple

from PIL import Image


class Decoded(NamedTuple):
    width: int
    height: int
    pixels: bytes

    def colour(self, x: float, y: float) -> str:
        at = 3 * (int(y) * self.width + int(x))
        return "#" + self.pixels[at : at + 3].hex()


def decode(data: bytes) -> Decoded:
    with Image.open(BytesIO(data)) as image:
        assert (image.format, image.mode) == ("PNG", "RGB")
        return Decoded(*image.size, image.tobytes())
