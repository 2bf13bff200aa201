"""Proofs that were tampered with: each change is rejected, or what it leaves is shown to be a proof as well."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from squarely.core.errors import BadProof
from squarely.proofs.checker import check_proof
from tests.thorough import IS_THOROUGH

from . import plain
from .made import CHANGED, SMALL, made

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

CHANGES = 1_000 if IS_THOROUGH else 80

Certificate = tuple[str, str, str]


def other_bytes(text: str, random: Random) -> str:
    """Some are left out, or others stand there, instead or as well."""
    at = random.randrange(len(text))
    put = random.choice(["", random.choice(text + "0123456789\t\n -Zé")])
    return text[:at] + put + text[at + random.choice([0, 1, 1, 2, 30]) :]


def another_token(text: str, random: Random) -> str:
    """A word or number becomes another one of the text."""
    gone, put = (random.choice(list(re.finditer(r"\S+", text))) for _ in range(2))
    return text[: gone.start()] + put[0] + text[gone.end() :]


def another_number(text: str, random: Random) -> str:
    found = random.choice(list(re.finditer(r"\d+", text)))
    return text[: found.start()] + str(max(0, int(found[0]) + random.choice([-2, -1, 1, 2]))) + text[found.end() :]


def other_lines(text: str, random: Random) -> str:
    """One is left out, stands twice, or has changed places."""
    lines = text.split("\n")
    one, other, how = random.randrange(len(lines)), random.randrange(len(lines)), random.randrange(4)
    if how == 0:
        del lines[one]
    elif how == 1:
        lines.insert(one, lines[other])
    else:
        lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def another_move(text: str, random: Random) -> str:
    """An entry gets another legal move: the change that most often leaves a proof."""
    lines, proof = text.split("\n"), plain.read(text)
    at = random.choice(entries_of(text))
    moves, position, move = lines[at].split("\t")
    legal = [str(m) for m in proof.game.named_moves(proof.game.read_position(position))]
    lines[at] = f"{moves}\t{position}\t{random.choice([m for m in legal if m != move] or legal)}"
    return "\n".join(lines)


KINDS = [other_bytes] * 3 + [other_lines] * 3 + [another_token, another_number] + [another_move] * 2


@pytest.mark.parametrize("certificate", CHANGED, ids=",".join)
def test_random_changes_are_rejected_or_leave_a_proof(certificate: Certificate) -> None:
    text, random = made(*certificate), Random(",".join(certificate))
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


def cut_anywhere(text: str, game: str) -> Iterator[str]:
    yield from (text[:length] for length in range(len(text)))
    yield from (text[start:] for start in range(1, len(text)))


def without_an_entry(text: str, game: str) -> Iterator[str]:
    for at in entries_of(text):
        lines = text.split("\n")
        del lines[at]
        yield "\n".join(lines)
        yield counted_again("\n".join(lines))


def given_to_another_position(text: str, game: str) -> Iterator[str]:
    proof, random = plain.read(text), Random(game)
    positions = {where for entries in proof.strategies.values() for where in entries}
    reached = [proof.game.read_position(where) for where in positions]
    after = {proof.game.play(p, move) for p in reached for move in proof.game.named_moves(p)}
    others = sorted(positions | {proof.game.write_position(p) for p in after})
    for at in entries_of(text):
        lines = text.split("\n")
        moves, where, move = lines[at].split("\t")
        for label in random.sample(others, min(len(others), 12)):
            if label != where:
                lines[at] = f"{moves}\t{label}\t{move}"
                yield "\n".join(lines)


def with_another_number(text: str, game: str) -> Iterator[str]:
    for found in re.finditer(r"(?<=moves )\d+|(?<=entries )\d+|(?<=margin )\d+|(?<=end )\d+|^\d+(?=\t)", text, re.M):
        for number in {0, 1, int(found[0]) - 1, int(found[0]) + 1, 2 * int(found[0]), 10**8} - {int(found[0])}:
            yield f"{text[: found.start()]}{number}{text[found.end() :]}"


@pytest.mark.parametrize(
    "certificate",
    [pytest.param(each, marks=[pytest.mark.soak] if each[1] == "size=3" else []) for each in SMALL],
    ids=",".join,
)
def test_no_part_can_be_cut_off_or_be_another(certificate: Certificate) -> None:
    text, game = made(*certificate), certificate[0]
    for changes in (cut_anywhere, without_an_entry, given_to_another_position, with_another_number):
        for changed in changes(text, game):
            with pytest.raises(BadProof):
                check_proof(changed)


def entries_of(text: str) -> list[int]:
    return [number for number, line in enumerate(text.split("\n")) if "\t" in line]


def counted_again(text: str) -> str:
    """The same with the counts of entries put right, so that a count is not what gives a change away."""
    lines = text.split("\n")
    heads = [number for number, line in enumerate(lines) if line.startswith("strategy ")]
    for head in heads:
        last = next((n for n in range(head + 1, len(lines)) if "\t" not in lines[n]), len(lines))
        lines[head] = re.sub(r"entries \d+", f"entries {last - head - 1}", lines[head])
    return re.sub(r"^end \d+$", f"end {len(entries_of(text))}", "\n".join(lines), flags=re.M)


TAMPERED = [
    ("squarely proof 1", "squarely proof 2", 1, "this line must be `squarely proof 1`"),
    ("game center", "game centre", 2, "did you mean center?"),
    ("options rulebook", "options colour=blue", 3, "there is no option 'colour'"),
    ("options rulebook", "options size=3", 3, "this is written `rulebook`"),
    ("position ---/---/--- A", "position ---/---/---  A", 4, "this is written `---/---/--- A`"),
    ("first wins", "first wins, margin 3", 5, "a claim is that first, second or nobody wins"),
    ("first wins", "second wins", 6, "a strategy of second must begin here"),
    ("first wins", "nobody wins", 6, "a strategy of first must begin here"),
    ("entries 8", "entries 9", 6, "as many entries as its first line says"),
    ("entries 8", "entries 7", 7, "-A-/---/--B A can follow and has no entry"),
    ("3\t---/---/--- A\tplace 0 1", "3\t---/---/--- A\tplace 1 1", 7, "place 1 1 is not a legal move here"),
    ("3\t---/---/--- A\tplace 0 1", "3\t---/---/--- A\tplace 0 0", 7, "can follow"),
    ("3\t---/---/--- A", "5\t---/---/--- A", 6, "play lasts up to 5 moves from here, not 3"),
    ("3\t---/---/--- A\t", "3\t---/---/--- A ", 7, "with tabs between"),
    ("1\t-AB/---/--- A", "1\tBA-/---/--- A", 9, "BA-/---/--- A was given in line 8 already"),
    ("end 8", "end 9", 15, "here must be `end 8`"),
    ("end 8\n", "end 8", 15, "the proof is cut short"),
]


def test_a_rejection_says_where_and_why() -> None:
    text = made("center")
    for old, new, line, words in TAMPERED:
        assert text.count(old) == 1
        with pytest.raises(BadProof, match=re.escape(words)) as caught:
            check_proof(text.replace(old, new))
        assert (caught.value.line, str(caught.value).startswith(f"line {line}: ")) == (line, True), new
    for none in ("", "\n", "end 0\n", "squarely proof 1\nend 0\n", "\0\0\0", "end 0\n" * 10, made("center") * 2):
        with pytest.raises(BadProof):
            check_proof(none)
