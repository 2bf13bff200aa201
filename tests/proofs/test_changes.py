"""Proofs that were tampered with: each change is rejected, or what it leaves is shown to be a proof as well."""

import re
from collections.abc import Callable
from random import Random

import pytest

from squarely.core.errors import BadProof
from squarely.core.rules import registry
from squarely.proofs.checker import check_proof
from tests.thorough import many

from . import plain
from .made import CHANGED, SMALL, made

CHANGES = many(1_000)
HEADER = 5

Change = Callable[[str, Random], str]


def another_byte(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    return text[:at] + random.choice(text + "0123456789\t\n Zé") + text[at + 1 :]


def byte_out(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    return text[:at] + text[at + random.choice([1, 1, 1, 2, 5, 30]) :]


def byte_in(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    return text[:at] + random.choice(text + "0123456789\t\n -") + text[at:]


def line_out(text: str, random: Random) -> str:
    lines = text.split("\n")
    del lines[random.randrange(len(lines))]
    return "\n".join(lines)


def line_twice(text: str, random: Random) -> str:
    lines = text.split("\n")
    lines.insert(random.randrange(len(lines)), random.choice(lines))
    return "\n".join(lines)


def lines_swapped(text: str, random: Random) -> str:
    lines = text.split("\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def another_token(text: str, random: Random) -> str:
    """A word or number becomes another one of the text."""
    tokens = list(re.finditer(r"[^\s]+", text))
    gone, put = random.choice(tokens), random.choice(tokens)
    return text[: gone.start()] + put[0] + text[gone.end() :]


def another_number(text: str, random: Random) -> str:
    found = random.choice(list(re.finditer(r"\d+", text)))
    number = max(0, int(found[0]) + random.choice([-2, -1, 1, 2]))
    return f"{text[: found.start()]}{number}{text[found.end() :]}"


def another_move(text: str, random: Random) -> str:
    """An entry gets another legal move: the change that most often leaves a proof."""
    lines, proof = text.split("\n"), plain.read(text)
    at = random.choice([number for number, line in enumerate(lines) if "\t" in line])
    moves, position, move = lines[at].split("\t")
    legal = [str(m) for m in proof.game.named_moves(proof.game.read_position(position))]
    lines[at] = f"{moves}\t{position}\t{random.choice([m for m in legal if m != move] or legal)}"
    return "\n".join(lines)


KINDS: list[Change] = [
    another_byte, byte_out, byte_in, line_out, line_twice, lines_swapped, another_token, another_number,
    another_move, another_move,
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "position"), CHANGED)
def test_random_changes_are_rejected_or_leave_a_proof(name: str, options: str, position: str) -> None:
    text, random = made(name, options, position), Random(f"{name} {options}")
    lines: list[int] = []
    accepted = 0
    while len(lines) + accepted < CHANGES:
        changed = KINDS[(len(lines) + accepted) % len(KINDS)](text, random)
        if changed == text:
            continue
        try:
            check_proof(changed)
        except BadProof as error:
            lines.append(error.line)
        else:
            accepted += 1
            assert plain.holds(changed), changed
    assert len(lines) > CHANGES // 2
    assert 1 <= min(lines) <= max(lines) <= len(text.split("\n")) + 1
    assert accepted > 0, "lines that were merely swapped leave a proof"


@pytest.mark.parametrize(("name", "options", "position"), SMALL)
def test_a_text_cut_anywhere_is_rejected(name: str, options: str, position: str) -> None:
    text = made(name, options, position)
    for length in range(len(text)):
        with pytest.raises(BadProof):
            check_proof(text[:length])
    for start in range(1, len(text)):
        with pytest.raises(BadProof):
            check_proof(text[start:])


@pytest.mark.parametrize(("name", "options", "position"), SMALL)
def test_an_entry_that_is_dropped_is_missed(name: str, options: str, position: str) -> None:
    text = made(name, options, position)
    for at in entries_of(text):
        lines = text.split("\n")
        del lines[at]
        for dropped in ("\n".join(lines), counted_again("\n".join(lines))):
            with pytest.raises(BadProof):
                check_proof(dropped)


@pytest.mark.parametrize(("name", "options", "position"), SMALL)
def test_an_entry_given_to_another_position_is_noticed(name: str, options: str, position: str) -> None:
    text = made(name, options, position)
    proof = plain.read(text)
    positions = {where for entries in proof.strategies.values() for where in entries}
    reached = [proof.game.read_position(where) for where in positions]
    after = {proof.game.play(p, move) for p in reached for move in proof.game.named_moves(p)}
    others = sorted(positions | {proof.game.write_position(p) for p in after})
    random = Random(name)
    for at in entries_of(text):
        lines = text.split("\n")
        moves, where, move = lines[at].split("\t")
        for label in random.sample(others, min(len(others), 12)):
            if label != where:
                lines[at] = f"{moves}\t{label}\t{move}"
                with pytest.raises(BadProof):
                    check_proof("\n".join(lines))


@pytest.mark.parametrize(("name", "options", "position"), SMALL)
def test_an_entry_is_not_the_other_sides(name: str, options: str, position: str) -> None:
    """Moved to the other strategy, and its position with the other side to move."""
    text = made(name, options, position)
    first, second = registry.find_class(name).marks
    for at in entries_of(text):
        lines = text.split("\n")
        entry = lines.pop(at)
        heads = [number for number, line in enumerate(lines) if line.startswith("strategy ")]
        elsewhere = [head for head in heads if not head < at <= next((h for h in heads if h > head), len(lines))]
        for head in elsewhere:
            with pytest.raises(BadProof):
                check_proof(counted_again("\n".join([*lines[: head + 1], entry, *lines[head + 1 :]])))
        moves, where, move = entry.split("\t")
        board, mover, *rest = where.split(" ")
        turned = " ".join([board, second if mover == first else first, *rest])
        with pytest.raises(BadProof):
            check_proof("\n".join([*lines[:at], f"{moves}\t{turned}\t{move}", *lines[at:]]))


@pytest.mark.parametrize(("name", "options", "position"), SMALL)
def test_every_number_is_exact(name: str, options: str, position: str) -> None:
    text = made(name, options, position)
    for found in re.finditer(r"(?<=moves )\d+|(?<=entries )\d+|(?<=margin )\d+|(?<=end )\d+|^\d+(?=\t)", text, re.M):
        for number in {0, 1, int(found[0]) - 1, int(found[0]) + 1, 2 * int(found[0]), 10**8} - {int(found[0])}:
            with pytest.raises(BadProof):
                check_proof(f"{text[: found.start()]}{number}{text[found.end() :]}")


def entries_of(text: str) -> list[int]:
    return [number for number, line in enumerate(text.split("\n")) if "\t" in line]


def counted_again(text: str) -> str:
    """The same with the counts of entries put right, so that a count is not what gives a change away."""
    lines, head = text.split("\n"), None
    for number, line in enumerate(lines):
        if line.startswith("strategy "):
            head = number
        elif head is not None and not line:
            break
        elif head is not None:
            last = next((n for n in range(head + 1, len(lines)) if "\t" not in lines[n]), len(lines))
            lines[head] = re.sub(r"entries \d+", f"entries {last - head - 1}", lines[head])
    return re.sub(r"^end \d+$", f"end {len(entries_of(text))}", "\n".join(lines), flags=re.M)


# What is said


TAMPERED = [
    ("squarely proof 1", "squarely proof 2", 1, "this line must be `squarely proof 1`"),
    ("game center", "game centre", 2, "did you mean center?"),
    ("options rulebook", "options colour=blue", 3, "there is no option 'colour'"),
    ("options rulebook", "options size=3", 3, "this is written `rulebook`"),
    ("position ---/---/--- A", "position ---/---/--- C", 4, "the side to move is A or B"),
    ("position ---/---/--- A", "position ---/---/---  A", 4, "this is written `---/---/--- A`"),
    ("first wins", "first loses", 5, "a claim is that first, second or nobody wins"),
    ("first wins", "first wins, margin 3", 5, "a claim is that"),
    ("first wins", "second wins", 6, "a strategy of second must begin here"),
    ("first wins", "nobody wins", 6, "a strategy of first must begin here"),
    ("entries 8", "entries 9", 6, "as many entries as its first line says"),
    ("entries 8", "entries 7", 7, "-A-/---/--B A can follow and has no entry"),
    ("moves 3", "moves 4", 6, "play lasts up to 3 moves from here, not 4"),
    ("3\t---/---/--- A\tplace 0 1", "3\t---/---/--- A\tplace 1 1", 7, "place 1 1 is not a legal move here"),
    ("3\t---/---/--- A\tplace 0 1", "3\t---/---/--- A\tplace 0 0", 7, "can follow"),
    ("3\t---/---/--- A", "5\t---/---/--- A", 6, "play lasts up to 5 moves from here, not 3"),
    ("3\t---/---/--- A\t", "3\t---/---/--- A ", 7, "with tabs between"),
    ("1\t-AB/---/--- A", "1\tBA-/---/--- A", 9, "BA-/---/--- A was given in line 8 already"),
    ("end 8", "end 9", 15, "here must be `end 8`"),
    ("end 8\n", "end 8", 15, "the proof is cut short"),
    ("end 8\n", "", 14, "the proof is cut short"),
    ("end 8\n", "end 8\n\n", 16, "the proof is cut short"),
]


@pytest.mark.parametrize(("old", "new", "line", "words"), TAMPERED)
def test_a_rejection_says_where_and_why(old: str, new: str, line: int, words: str) -> None:
    text = made("center")
    assert text.count(old) == 1
    with pytest.raises(BadProof, match=re.escape(words)) as caught:
        check_proof(text.replace(old, new))
    assert (caught.value.line, str(caught.value).startswith(f"line {line}: ")) == (line, True)


def test_what_is_no_proof_at_all_is_rejected() -> None:
    for text in ("", "\n", "end 0\n", "squarely proof 1\nend 0\n", "\0\0\0", "end 0\n" * 10, made("center") * 2):
        with pytest.raises(BadProof):
            check_proof(text)
