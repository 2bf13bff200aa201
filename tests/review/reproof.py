"""Prove a printed sentence again: read its words, and hold each of them against plain brute force."""

import re

from squarely.core.rules.game import Position

from .plain import Plain, Truth, far

NAMES = ("Ann", "Bob")
LONG, SHOWN = 7, 4  # moves of a line that a sentence writes out; of a longer one so many, and the last


class Reproof:
    def __init__(self, plain: Plain, position: Position, move: str, sentence: str) -> None:
        self.plain, self.position, self.move, self.sentence = plain, position, move, sentence
        self.legal = plain.after[position]
        self.reached = self.legal[move]
        self.before, self.after = plain.truth(position), plain.truth(self.reached)
        self.side, self.other = position.mover, 1 - position.mover

    def prove(self) -> str:
        """Which form the sentence has; complains if it has none or says anything untrue."""
        for name, pattern in FORMS.items():
            own = pattern.replace("MOVE", re.escape(self.move)).replace("ME", NAMES[self.side])
            if found := re.fullmatch(own.replace("YOU", NAMES[self.other]), self.sentence):
                getattr(self, f"_{name.partition('_')[0]}")(**found.groupdict())
                return name
        raise AssertionError(f"no form for: {self.sentence}")

    def line(self, position: Position, text: str) -> list[str]:
        """The moves of a line; each legal, made by whom it says, none loses anything, and the end as it should be."""
        moves: list[str] = []
        truth = self.plain.truth(position)
        text, _, reason = text.partition("; the end: ")
        text, cut, last = text.partition(" more moves, then ")
        if cut:
            text, _, left = text.rpartition(", ")
            assert int(left) == (truth.moves or 0) - SHOWN - 1
        assert ((truth.moves or 0) > LONG) == bool(cut)
        while text:
            forced = text.startswith(" (forcing ")
            text = re.sub(r"^( \(forcing |[,;] )", "", text)
            if not forced and (moves or truth.moves != 1):
                name = NAMES[position.mover]
                assert text.startswith((f"{name} ", f"{name}: "))
                text = re.sub(f"^{name}:? ", "", text)
            move = max((each for each in self.plain.after[position] if text.startswith(each)), key=len)
            text = text.removeprefix(move)
            if forced:
                assert text.startswith(")")
                text = text[1:]
                self.is_forced(position, move)
                assert position.mover != truth.winner
            moves.append(move)
            position = self.plain.after[position][move]
            truth = sooner(truth)
            assert self.plain.truth(position) == truth
        if cut:
            assert len(moves) == SHOWN
            self.ends(position, last, reason)
        else:
            assert self.plain.ended(position) == truth
            if len(moves) > 1 and truth.points is None:
                assert reason == self.plain.game.words.reason(position)
        return moves

    def ends(self, position: Position, last: str, reason: str) -> None:
        """Best play from here can end with this move of this side, for this reason."""
        truth, ways, reached = self.plain.truth, [position], set()
        for _ in range(truth(position).moves or 0):
            reached = {
                (before, move, after)
                for before in ways
                for move, after in self.plain.after[before].items()
                if truth(after) == sooner(truth(before))
            }
            ways = list({after for _, _, after in reached})
        words = self.plain.game.words
        told = {(f"{NAMES[before.mover]} {move}", words.reason(after)) for before, move, after in reached}
        assert (last, reason) in told

    def best(self, line: str) -> str:
        return self.line(self.position, line)[0]

    def is_forced(self, position: Position, move: str) -> None:
        """Everything else would be worse for whoever makes it."""
        after = self.plain.after[position].items()
        liked = {each: self.plain.truth(reached).liking(position.mover) for each, reached in after}
        assert all(liked[each] < liked[move] for each in liked if each != move)

    def wins_at_once(self, position: Position, reply: str) -> bool:
        after = self.plain.after[position].get(reply)
        end = self.plain.ended(after) if after else None
        return end is not None and end.winner == position.mover

    def is_threat(self, reply: str) -> None:
        wins = [self.wins_at_once(after, reply) for after in self.legal.values()]
        assert 2 * sum(wins) > len(wins)

    def is_listed(self, named: str, expected: list[str]) -> None:
        """`A1, B2 or 4 more` names some of what is expected and counts the rest."""
        more = re.search(r"(?:, | or )(\d+) more$", named)
        shown = named[: more.start()] if more else named
        texts = [text.strip("'") for text in re.findall(r"'[^']+'|[^,']+?(?=, | or |$)", shown)]
        texts = [re.sub(r"^(, | ?or )", "", text).strip() for text in texts]
        assert set(texts) <= set(expected)
        assert len(texts) + (int(more[1]) if more else 0) == len(expected)

    def is_only(self, count: str | None) -> None:
        if count:
            assert int(count) == len(self.legal) > 1
            assert self.plain.keeping(self.position) == [self.move]

    def reason(self, move: str) -> str:
        return self.plain.game.words.reason(self.legal[move])

    def _overlooks(self, reply: str, better: str, moves: str = "") -> None:
        """With `moves`, how long the better ones last in a lost position."""
        assert (self.before.winner == self.other) == bool(moves)
        assert self.after.winner == self.other
        assert self.wins_at_once(self.reached, reply)
        self.is_threat(reply)
        instead = self.plain.keeping(self.position)
        if moves:
            assert moves == far(self.before.moves or 0)
            instead = [
                move for move, after in self.legal.items() if self.plain.truth(after).moves == sooner(self.before).moves
            ]
        self.is_listed(better, instead)
        assert not any(self.wins_at_once(self.legal[move], reply) for move in instead)

    def _allows(self, when: str, line: str) -> None:
        assert self.before.winner != self.other
        assert self.after.winner == self.other
        soon(self.after, when)
        self.line(self.reached, line)

    def _misses(self, what: str, when: str, line: str, then: str) -> None:
        assert self.before[:2] == ((self.side, "win") if what == "win" else (None, "tie"))
        assert self.after[:2] != self.before[:2]
        soon(self.before, when)
        self.line(self.position, line)
        if then.startswith("The game ends"):
            assert self.plain.ended(self.reached) == self.after
            how = "in a tie" if self.after.winner is None else f"and {NAMES[self.other]} wins"
            assert then == f"The game ends {how}"
        elif found := re.fullmatch(rf"{NAMES[self.other]} has one way out, (.+)", then):
            assert self.plain.keeping(self.reached) == [found[1]]
        elif found := re.fullmatch(rf"Now {NAMES[self.other]} wins {SOON}: (?P<line>.+)", then):
            soon(self.after, found["when"])
            self.line(self.reached, found["line"])
        else:
            told = "play can go on for ever" if self.after.ending == "endless" else f"it is {self.after.says(NAMES)}"
            assert then == f"Now {told}"

    def _costs(self, lost: str, winner: str, now: str, best: str, most: str, line: str) -> None:
        assert self.before[:2] == self.after[:2] == (NAMES.index(winner), "win")
        assert (self.after.points, self.before.points) == (int(now), int(most))
        assert int(lost) == (int(most) - int(now)) * (1 if self.before.winner == self.side else -1) > 0
        assert self.best(line) == best

    def _ends(self, how: str, reason: str) -> None:
        assert self.plain.ended(self.reached) == self.after
        lost, tied = f"ends the game and {NAMES[self.other]} wins", "ends the game in a tie"
        assert how == {self.side: "wins at once", self.other: lost, None: tied}[self.after.winner]
        assert reason == self.reason(self.move)

    def _forced(self, stands: str) -> None:
        assert list(self.legal) == [self.move]
        assert stands == self.before.says(NAMES), "with the only move it is what it was before it"

    def _whatever(self, count: str | None, reply: str, win: str) -> None:
        self.is_only(count)
        replies, follow = self.plain.after[self.reached], self.plain.after
        assert all(any(self.wins_at_once(after, move) for move in follow[after]) for after in replies.values())
        assert self.wins_at_once(replies[reply], win)

    def _wins(self, count: str | None, when: str, line: str) -> None:
        self.is_only(count)
        assert self.before.winner == self.side
        soon(self.before, when)
        assert self.best(line) == self.move

    def _dawdles(self, late: str, best: str, moves: str = "", line: str = "", reason: str = "") -> None:
        assert self.after.winner == self.before.winner == self.side
        assert late == far((self.after.moves or 0) + 1)
        if line:
            assert (self.after.moves or 0) + 1 > (self.before.moves or 0) == int(moves) > 1
            assert self.best(line) == best
        else:
            assert self.wins_at_once(self.position, best)
            assert reason == self.reason(best)

    def _blocks(self, reply: str, count: str | None = None, when: str = "", line: str = "", wins: str = "") -> None:
        """Also with a line that wins, or loses all the same."""
        self.is_only(count)
        assert self.before.winner == (NAMES.index(wins) if wins else None)
        assert self.move in self.plain.keeping(self.position)
        self.is_threat(reply)
        assert not self.wins_at_once(self.reached, reply)
        if line:
            soon(self.before, when)
            assert self.best(line) == self.move

    def _keeps(self, stays: str, good: str = "", legal: str = "") -> None:
        keeping, count = self.plain.keeping(self.position), len(self.legal)
        assert self.move in keeping
        assert (int(good or 1) if legal else count, int(legal or count)) == (len(keeping), count)
        assert stays == ("a tie" if self.after.ending == "tie" else "play can go on for ever")

    def _holds(self, longest: str, line: str) -> None:
        assert self.before.winner == self.other
        assert self.after == sooner(self.before)
        assert longest == far(self.before.moves or 0)
        assert self.best(line) == self.move

    def _gives(self, moves: str, best: str, longer: str, line: str) -> None:
        assert self.before.winner == self.after.winner == self.other
        assert (self.after.moves or 0) + 1 == int(moves) < (self.before.moves or 0)
        assert int(longer) == self.before.moves
        assert self.best(line) == best

    def _scores(self, alone: str | None, good: str | None, legal: str | None, result: str, line: str | None) -> None:
        def score(truth: Truth) -> tuple[int | None, int | None]:
            return truth.winner, truth.points

        alike = [move for move, after in self.legal.items() if score(self.plain.truth(after)) == score(self.before)]
        assert self.move in alike
        claimed = 1 if alone else int(good) if good else len(self.legal)
        assert (claimed, int(legal or alone or len(self.legal))) == (len(alike), len(self.legal))
        won = "a tie" if self.before.winner is None else f"{NAMES[self.before.winner]} wins"
        assert result == won + self.before.by_points
        assert (line is None) == (self.plain.ended(self.reached) is not None)
        if line:
            self.line(self.reached, line)


def sooner(truth: Truth) -> Truth:
    """The same a move later."""
    return truth._replace(moves=(truth.moves or 0) - 1)


def soon(truth: Truth, said: str) -> None:
    """`at once by 3 points`, `by 3 points in 4 moves (both sides counted)`."""
    points = truth.by_points.strip()
    parts = ["at once", points] if truth.moves == 1 else [points, f"in {far(truth.moves or 0)}"]
    assert said == " ".join(filter(None, parts))


FAR = r"(?:1 move|\d+ moves \(both sides counted\))"
SOON = rf"(?P<when>at once(?: by \d+ points?)?|(?:by \d+ points? )?in {FAR})"
ONLY = r"(?:is the only one of (?P<count>\d+) moves that )?"
BLOCKS = r"MOVE blocks YOU's (?P<reply>.+?), which would win at once"
ALONE = r"(?:\. It is the only one of (?P<count>\d+) moves that does this without losing)?"
OVERLOOKS = r"MOVE overlooks YOU's (?P<reply>.+), which wins at once\. "
DAWDLES = rf"With MOVE ME still wins, but only in (?P<late>{FAR})\. (?P<best>.+) wins"
FORMS = {
    "overlooks": rf"{OVERLOOKS}It had to be stopped, with (?P<better>.+)\.",
    "overlooks_lost": rf"{OVERLOOKS}(?P<better>.+) stops? it and lasts? (?P<moves>{FAR}), but YOU wins in any case\.",
    "allows": rf"MOVE allows YOU to win {SOON}: (?P<line>.+)\.",
    "misses": rf"MOVE misses a (?P<what>win|tie) {SOON}: (?P<line>.+?)\. (?P<then>(?:Now|YOU has|The game) .+)\.",
    "costs": (
        r"MOVE costs (?P<lost>\d+) points?: (?P<winner>Ann|Bob) wins by (?P<now>\d+), and with (?P<best>.+) "
        r"by (?P<most>\d+): (?P<line>.+)\."
    ),
    "ends": r"MOVE (?P<how>wins at once|ends the game in a tie|ends the game and YOU wins): (?P<reason>.+)\.",
    "forced": r"MOVE is the only legal move; with it: (?P<stands>.+)\.",
    "whatever": rf"MOVE {ONLY}wins: after any reply ME wins at once, after (?P<reply>.+) with (?P<win>.+)\.",
    "wins": rf"MOVE {ONLY}wins {SOON}: (?P<line>.+)\.",
    "dawdles_at_the_end": rf"{DAWDLES} at once: (?P<reason>.+)\.",
    "dawdles": rf"{DAWDLES} in (?P<moves>\d+): (?P<line>.+)\.",
    "blocks": rf"{BLOCKS}{ALONE}\.",
    "blocks_and_wins": rf"{BLOCKS}{ALONE}\. (?P<wins>ME) wins {SOON}: (?P<line>.+)\.",
    "blocks_and_loses": rf"{BLOCKS}\. (?P<wins>YOU) wins all the same, {SOON}: (?P<line>.+)\.",
    "keeps": r"MOVE keeps the result, as (?P<good>\d+) of the (?P<legal>\d+) moves do: (?P<stays>.+)\.",
    "keeps_all": r"MOVE keeps the result, as every move here does: (?P<stays>.+)\.",
    "keeps_alone": r"MOVE is the only one of (?P<legal>\d+) moves that keeps the result: (?P<stays>.+)\.",
    "holds_out": rf"YOU wins in any case\. MOVE lasts longest, (?P<longest>{FAR}): (?P<line>.+)\.",
    "gives_in": (
        r"YOU wins in any case\. MOVE loses in (?P<moves>\d+) moves?; (?P<best>.+?) would have lasted (?P<longer>\d+): "
        r"(?P<line>.+)\."
    ),
    "scores": (
        r"MOVE (?:is the only one of (?P<alone>\d+) moves that costs no points|costs no points, as every move here|"
        r"costs no points, as (?P<good>\d+) of the (?P<legal>\d+) moves do): "
        r"(?P<result>a tie|(?:Ann|Bob) wins by \d+ points?)(?:; then (?P<line>.+))?\."
    ),
}
