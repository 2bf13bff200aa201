"""Frames that no honest client sends: nonsense, half sense, and sense in the wrong place."""

import json
import struct
from random import Random
from typing import Any

TEXT, BINARY, CLOSE, MASK, FINAL = 0x1, 0x2, 0x8, 0x80, 0x80

_STRANGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    10**6,
    10**6 + 1,
    2**63,
    -(2**64),
    10**300,
    1e308,
    0.5,
    "",
    "\x00",
    "join",
    "move",
    "x" * 300,
    "\u202e\U0001f600é",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    [],
    [[[]]],
    {},
    {"type": "act"},
    [0] * 9,
    [-1],
    [10**9],
)


def frame(payload: bytes, opcode: int = TEXT, final: bool = True, masked: bool = True) -> bytes:
    """A frame as a client sends it; the mask is zeros, so that the payload stays as it is."""
    length = len(payload)
    first = (FINAL if final else 0) | opcode
    bit = MASK if masked else 0
    if length < 126:
        head = struct.pack("!BB", first, bit | length)
    elif length < 2**16:
        head = struct.pack("!BBH", first, bit | 126, length)
    else:
        head = struct.pack("!BBQ", first, bit | 127, length)
    return head + (b"\0\0\0\0" if masked else b"") + payload


def mutated(random: Random, message: dict[str, Any]) -> str:
    """A message with some of its fields lost, doubled, misspelt or strange; or its text damaged."""
    changed = dict(message)
    for _ in range(random.randint(1, 2)):
        field = random.choice([*changed, "type", "extra"])
        match random.randrange(4):
            case 0:
                changed.pop(field, None)
            case 1:
                changed[field + random.choice("_ sS")] = changed.get(field)
            case _:
                changed[field] = random.choice(_STRANGE)
    text = json.dumps(changed)
    match random.randrange(10):
        case 0:
            at = random.randrange(len(text))
            return text[:at] + random.choice(["\x00", '"', "{", "}", ",", "\\", "\\ud800", "\ufeff"]) + text[at + 1 :]
        case 1:
            return text[: random.randrange(len(text))]
        case 2:
            return text + random.choice([" ", "x", text])
        case _:
            return text


def nonsense(random: Random) -> bytes:
    """The bytes of one frame, or of what looks like one."""
    match random.randrange(12):
        case 0:
            return frame(random.randbytes(random.randrange(200)))  # as text: hardly ever UTF-8
        case 1:
            return frame(random.randbytes(random.randrange(200)), BINARY)
        case 2:
            return frame(b"[" * random.randrange(1, 4000))
        case 3:
            return frame(b'{"type":' * random.randrange(1, 500))
        case 4:
            return frame(b"1" * random.randrange(1, 4096))
        case 5:
            return frame(b'{"type":"join","match":"\\ud800\\udfff\\ud800abc"}')
        case 6:
            return frame(b"{}", masked=False)
        case 7:
            return frame(b"{}", opcode=random.choice([0x0, 0x3, 0x7, 0xB, 0xF]))
        case 8:
            return frame(b"x" * 126, opcode=random.choice([0x8, 0x9]))  # a control frame that is too long
        case 9:
            return frame(b'{"type":"ping"}', final=False) + frame(b"{}", final=True)
        case 10:
            return frame(json.dumps(random.choice(_STRANGE)).encode())
        case _:
            return random.randbytes(random.randrange(2, 64))
