"""Checks a proof with the rules of its game and nothing else. `docs/proofs.md` describes the text it reads.

A proof has strategies: a move for each position that its owner can be led to. Each is played against everything the
other side can do. Nothing is believed: a position that is missing, given twice or never reached, a move that is not
legal, an end that is not as claimed, a number that is not exact: each is a reason to reject.
"""

import re

from squarely.core.errors import BadProof
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, Position, Side
from squarely.proofs.proof_text import HEADER, NUMBER, Entry, Proof, read_statement, read_strategy

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
        positions += _follow(proof, owner, head, entries)
    total = at - len(HEADER) - len(heads)
    if at != len(lines) or int(last[1]) != total:
        raise BadProof(at + 1, f"here must be `end {total}`")
    return proof._replace(moves=heads[0].moves, entries=total, positions=positions)


def _follow(proof: Proof, owner: Side, head: Entry, entries: dict[str, Entry]) -> int:
    """Play a strategy against everything; how many positions that led to."""
    game, reached, known = proof.game, set[Position](), dict[Position, Entry]()
    longest = dict.fromkeys([head, *entries.values()], 0)
    todo = [(proof.position, head, 0)]  # where play has come to, under which entry, how many moves after it
    done = set[tuple[Position, Entry, int]]()
    while todo:
        here, entry, played = state = todo.pop()
        if state in done:
            continue
        if game.outcome(here) != ONGOING:
            _check_end(proof, owner, here, entry)
            longest[entry] = max(longest[entry], played)
        elif here.mover == owner:
            if here not in known:
                text = game.write_position(here)
                if text not in entries:
                    raise BadProof(entry.line, f"{text} can follow and has no entry")
                known[here] = found = entries.pop(text)
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
    return len(reached)


def _check_end(proof: Proof, owner: Side, end: Position, entry: Entry) -> None:
    """Refuse an end that is worse for the owner of a strategy than the claim has it."""
    won = {FIRST_WINS: Side.FIRST, SECOND_WINS: Side.SECOND}.get(proof.game.outcome(end))
    points, least = proof.game.points(end) or (0, 0), (proof.margin or 0) * (1 if proof.winner == owner else -1)
    short = proof.margin is not None and points[owner] - points[owner.other] < least
    if short or proof.winner == owner != won or (proof.winner is None and won == owner.other):
        raise BadProof(entry.line, f"{proof.game.write_position(end)} can follow, worse for {owner} than claimed")
