"""Checks a proof with the rules of its game and nothing else. `docs/proofs.md` describes the text it reads.

A proof has strategies: a move for each position that its owner can be led to. Each is played against everything the
other side can do. Nothing is believed: a position that is missing, given twice or never reached, a move that is not
legal, an end that is not as claimed, a number that is not exact: each is a reason to reject.
"""

import re
from typing import NamedTuple

from squarely.core.errors import BadProof, SquarelyError
from squarely.core.match.match import WINNER_BY_REPETITION
from squarely.core.rules import registry
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, Game, Position, Side
from squarely.proofs.pairing import Pairing

HEADER = ("squarely proof 1", "game (.+)", "options (.+)", "position (.+)", "claim (.+)")
NUMBER = "(0|[1-9][0-9]{0,8})"


class Proof(NamedTuple):
    """What is proved, and how much was looked at for it."""

    game: Game
    position: Position
    winner: Side | None
    margin: int | None  # the winner's points minus the loser's under best play; None if nothing is said of points
    by_repetition: bool = False  # whether the winner may need the rule about repetition
    moves: int | None = None  # the winner has won after that many
    entries: int = 0
    positions: int = 0
    tried: int = 0  # positions in which what the game says of its moves was tried, if the proof relies on that


class Entry(NamedTuple):
    """A move of a strategy, or its head; or how its owner holds."""

    line: int
    move: str
    moves: int | None  # how long play lasts at most from there; None where it need not end
    pairs: str | None = None
    goal: str = ""


def read_statement(lines: list[str]) -> Proof:
    """What the first lines claim; BadProof if they cannot be read, or no game can be like that."""
    said = []
    for line, form in enumerate(HEADER, 1):
        found = re.fullmatch(form, lines[line - 1]) if line <= len(lines) else None
        if not found:
            raise BadProof(line, f"this line must be `{form.replace('(.+)', '…')}`")
        said.append(found[found.lastindex or 0])
    line = 2
    try:
        game = registry.load(said[1])
        line = 3
        game = registry.load(said[1], said[2] if said[2] != "rulebook" else "")
        line = 4
        root = game.read_position(said[3])
    except SquarelyError as error:
        raise BadProof(line, str(error)) from error
    for line, written in ((3, game.options or "rulebook"), (4, game.write_position(root))):
        if said[line - 1] != written:
            raise BadProof(line, f"this is written `{written}`")
    claim = re.fullmatch(f"(?:(first|second)|nobody) wins(?:( by repetition)|, margin {NUMBER})?", said[4])
    if not claim or (claim[3] and (game.points(root) is None or (claim[3] == "0") != (claim[1] is None))):
        raise BadProof(5, "a claim is that first, second or nobody wins, and where there are points `, margin N`")
    winner = Side[claim[1].upper()] if claim[1] else None
    if claim[2] and (winner is None or _find_patient(game) != winner):
        raise BadProof(5, "under these options repetition is no win of that side")
    return Proof(game, root, winner, int(claim[3]) if claim[3] else None, bool(claim[2]))


def _find_patient(game: Game) -> Side | None:
    """The side that wins by repetition, and so need not end play; None if neither does."""
    return WINNER_BY_REPETITION.get(str(game.settings["repetition"]))


def _must_end(proof: Proof, owner: Side) -> bool:
    """Whether play has to end under a strategy: it need not where going on for ever is as good for its owner."""
    if proof.winner is None and proof.margin is None:
        return _find_patient(proof.game) == owner.other
    return not proof.by_repetition


def read_strategy(proof: Proof, owner: Side, lines: list[str], at: int) -> tuple[Entry, dict[str, Entry]]:
    """What the head of a strategy says, and its entries by position."""
    moves = NUMBER if _must_end(proof, owner) else "(-)"
    head = re.fullmatch(f"strategy {owner}, entries {NUMBER}, moves {moves}", lines[at] if at < len(lines) else "")
    if not head or int(head[1]) >= len(lines) - at:
        raise BadProof(at + 1, f"a strategy of {owner} must begin here, with as many entries as its first line says")
    entries: dict[str, Entry] = {}
    for line, text in enumerate(lines[at + 1 : at + 1 + int(head[1])], at + 2):
        found = re.fullmatch(f"{moves}\t([^\t]+)\t(?:hold\t([^\t]*)(?:\t([^\t]+))?|([^\t]+))", text)
        if not found or found[2] in entries:
            twice = f"{found[2]} was given in line {entries[found[2]].line} already" if found else ""
            raise BadProof(line, twice or "an entry is moves to the end or -, position and move, with tabs between")
        lasts = None if found[1] == "-" else int(found[1])
        entries[found[2]] = Entry(line, found[5] or "", lasts, found[3], found[4] or "")
    return Entry(at + 1, "", None if head[2] == "-" else int(head[2])), entries


__all__ = ["Proof", "check_proof"]


def check_proof(text: str) -> Proof:
    """What the text proves; BadProof says where and why it proves nothing."""
    lines = text.split("\n")
    if lines.pop() or not lines or not (last := re.fullmatch(f"end {NUMBER}", lines.pop())):
        raise BadProof(len(lines) + 1, "the proof is cut short: its last line must be `end` and the number of entries")
    proof = read_statement(lines)
    owners = [Side.FIRST, Side.SECOND] if proof.winner is None else [proof.winner, proof.winner.other]
    if proof.winner is not None and proof.margin is None:
        owners.pop()  # a win says nothing of how well the loser can do
    at, positions, heads = len(HEADER), 0, []
    for owner in owners:
        head, entries = read_strategy(proof, owner, lines, at)
        heads.append(head)
        at += 1 + len(entries)
        reached, tried = _follow(proof, owner, head, entries)
        positions, proof = positions + reached, proof._replace(tried=proof.tried + tried)
    total = at - len(HEADER) - len(heads)
    if at != len(lines) or int(last[1]) != total:
        raise BadProof(at + 1, f"here must be `end {total}`")
    return proof._replace(moves=heads[0].moves, entries=total, positions=positions)


def _follow(proof: Proof, owner: Side, head: Entry, entries: dict[str, Entry]) -> tuple[int, int]:
    """Play a strategy against everything; how many positions that led to, and in how many its moves were tried."""
    game, reached, known = proof.game, set[Position](), dict[Position, Entry]()
    held, tried = _check_holds(proof, owner, entries)
    longest = dict.fromkeys([head, *(entry for entry in entries.values() if entry.pairs is None)], 0)
    todo = [(proof.position, head, 0)]  # where play has come to, under which entry, how many moves after it
    done = set[tuple[Position, Entry, int]]()
    while todo:
        here, entry, played = state = todo.pop()
        if state in done:
            continue
        if game.outcome(here) != ONGOING:
            _check_end(proof, owner, here, entry)
            longest[entry] = max(longest[entry], played)
        elif here.mover == owner or here in held:
            if here not in known:
                known[here] = found = _pop_entry(game, here, entry, entries)
                if found.pairs is None:
                    legal = {str(move): int(move) for move in game.named_moves(here)}
                    if found.move not in legal:
                        raise BadProof(found.line, f"{found.move} is not a legal move here")
                    todo.append((game.play(here, legal[found.move]), found, 1))
            longest[entry] = max(longest[entry], played + (known[here].moves or 0))
        elif entry.moves is not None or here not in reached:
            replies = [game.play(here, move) for move in game.legal_moves(here)]
            if not replies or (entry.moves is not None and played >= entry.moves):
                raise BadProof(entry.line, f"play is not over after {played} moves from here")
            todo.extend((after, entry, played + 1) for after in replies)
        reached.add(here)
        done.add(state)
    for entry in entries.values():
        raise BadProof(entry.line, "play never comes to this position, or it is not written like this")
    for entry, lasts in longest.items():
        if entry.moves not in (None, lasts):
            raise BadProof(entry.line, f"play lasts up to {lasts} moves from here, not {entry.moves}")
    return len(reached), tried


def _pop_entry(game: Game, here: Position, before: Entry, entries: dict[str, Entry]) -> Entry:
    text = game.write_position(here)
    if text not in entries:
        raise BadProof(before.line, f"{text} can follow and has no entry")
    return entries.pop(text)


def _check_holds(proof: Proof, owner: Side, entries: dict[str, Entry]) -> tuple[set[Position], int]:
    """The positions that a strategy says it holds, in which it does; how many positions were tried for that."""
    held, pairing = set[Position](), None
    for text, entry in entries.items():
        if entry.pairs is not None:
            try:
                pairing = pairing or Pairing(proof.game, owner, proof.winner is None)
                held.add(here := proof.game.read_position(text))
                moves = pairing.check(here, entry.pairs, entry.goal)
            except SquarelyError as error:
                raise BadProof(entry.line, str(error)) from error
            if entry.moves not in (None, moves):
                raise BadProof(entry.line, f"play lasts up to {moves} moves from here, not {entry.moves}")
    return held, pairing.tried if pairing else 0


def _check_end(proof: Proof, owner: Side, end: Position, entry: Entry) -> None:
    """Refuse an end that is worse for the owner of a strategy than the claim has it."""
    won = {FIRST_WINS: Side.FIRST, SECOND_WINS: Side.SECOND}.get(proof.game.outcome(end))
    points, least = proof.game.points(end) or (0, 0), (proof.margin or 0) * (1 if proof.winner == owner else -1)
    short = proof.margin is not None and points[owner] - points[owner.other] < least
    if short or proof.winner == owner != won or (proof.winner is None and won == owner.other):
        raise BadProof(entry.line, f"{proof.game.write_position(end)} can follow, worse for {owner} than claimed")
