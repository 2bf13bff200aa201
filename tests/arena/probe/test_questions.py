"""Probes: the same truth in every view, everything needed to find it, and answers marked as they should be."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice, product
from random import Random

import pytest

from squarely import Game, Match
from squarely.arena.probe import exam
from squarely.arena.probe.position_views import VIEWS, CoordinatesView, LayoutView, RenamedView, make_views
from squarely.arena.probe.questions import KINDS, Question, ask_in_every_view, find_askable_kinds, generate_questions
from squarely.core.errors import BadPlayer, SquarelyError
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.game import Position
from tests.boards import playouts, refusal
from tests.games.outside_games import HOP
from tests.players.model_server import Reply, says, serving
from tests.review.plain import Plain, plain_from

pytestmark = pytest.mark.slow
GAMES = {game.name: game for game in (*map(registry.load, ("center", "showdown", "snatchers", "numbers")),
                                      registry.load("quad", "size=3"), HOP.printed("size=3"))}  # fmt: skip
BRUTE = ("showdown", "snatchers", "numbers", "hop")  # quick by brute force
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@cache
def asked(game: Game, kind: str, number: int) -> list[Question]:
    return ask_in_every_view(game, kind, 5, number)


def asked_as_drawn(game: Game, kind: str, groups: int) -> Iterator[tuple[Question, Position]]:
    """Questions of the plain, turned and mirrored views, with the position that each shows."""
    for question in chain.from_iterable(asked(game, kind, number) for number in range(groups)):
        if question.view in ("plain", "turned", "mirrored"):
            (line,) = re.findall(r"^As a line: (.*)$", question.text, re.MULTILINE)
            yield question, game.read_position(line)


def plain_truth(game: Game, position: Position) -> Plain:
    """Brute force about a position: from the start if it follows from it, else from there."""
    whole = plain_from(game, game.start())
    return whole if not game.is_dealt and position in whole.after else plain_from(game, position)


@each_game
def test_every_view_is_there_and_has_the_same_truth(game: Game) -> None:
    for kind in KINDS:
        groups = [views for number in range(4) if (views := asked(game, kind, number))]
        assert groups
        for views_of_one in groups:
            names = [question.view for question in views_of_one]
            assert names == [name for name in VIEWS if name in names]
            assert {"plain", "renamed", "coordinates", "layout"} <= set(names)
            assert len({len(question.answers) for question in views_of_one}) == 1
            assert len({(question.position, question.kind, question.choices) for question in views_of_one}) == 1
            assert len({question.id for question in views_of_one}) == len(views_of_one)
            assert kind in ("best", "winner") or len({question.answers for question in views_of_one}) == 1


@pytest.mark.parametrize("name", BRUTE)
def test_what_is_best_who_wins_and_when_is_that_of_brute_force_in_every_view(name: str) -> None:
    game = GAMES[name]
    for question, position in asked_as_drawn(game, "best", 6):
        plain = plain_truth(game, position)
        before, afters = plain.truth(position), plain.after[position]
        truths = {move: plain.truth(after) for move, after in afters.items()}
        good = {move for move, truth in truths.items() if (*truth[:2], truth.points) == (*before[:2], before.points)}
        assert set(question.answers) == good
        listed = question.text.partition("one a line:\n")[2].partition("\n\n")[0].splitlines()
        assert sorted(listed) == sorted(afters)
        assert question.guess == len(good) / len(listed)
    for question, position in asked_as_drawn(game, "winner", 5):
        winner = plain_truth(game, position).truth(position).winner
        assert question.answers[0] == ("nobody" if winner is None else game.players[winner])
    for question, position in asked_as_drawn(game, "distance", 5):
        assert question.answers == (str(plain_truth(game, position).truth(position).moves),)


@each_game
def test_what_is_legal_and_over_is_what_the_rules_say(game: Game) -> None:
    answers = Counter[tuple[str, str]]()
    for question, position in asked_as_drawn(game, "legal", 12):
        (move,) = re.findall(r"legal now: (.*)$", question.text, re.MULTILINE)
        try:
            Match.of(game, position).play(move)
            legal = "yes"
        except SquarelyError:
            legal = "no"
        assert question.answers == (legal,)
        answers["legal", legal] += 1
    for question, position in asked_as_drawn(game, "over", 12):
        over = "yes" if game.result(position) else "no"
        assert question.answers == (over,)
        answers["over", over] += 1
    assert min(answers[each] for each in product(("legal", "over"), ("yes", "no"))) > 3


@each_game
def test_other_views_show_the_whole_position_and_moves_touch_the_squares_they_name(game: Game) -> None:
    """Each is read back, by words alone, to the line it was made from."""
    for match in islice(playouts(game, 3, 12), 20):
        line = game.write_position(match.position)
        board, mover, *rest = line.split()
        renamed = RenamedView(game, match.position, Random(1))
        text = "\n".join(renamed.draw())
        told, turn, *more = re.findall(r"^As a line: (.*)$", text, re.MULTILINE)[0].split()
        back = dict(zip(renamed.marks, game.marks, strict=True))
        assert "".join(back.get(glyph, glyph) for glyph in told) == board
        assert (back[turn], more) == (mover, rest)
        assert dict(zip(game.players, renamed.sides, strict=True)).keys().isdisjoint(renamed.sides)
        squares = Tabletop(game).squares(match.position)
        shown = zip(squares, board.replace("/", ""), strict=True)
        pieces = [square.text if square.text.isascii() else glyph for square, glyph in shown]
        for scheme in range(9):
            coordinates = CoordinatesView(game, match.position, Random(scheme))
            told = "\n".join(coordinates.draw())
            found = re.findall(r"(\w+) = (\S+): (\S+)", told)
            assert [name for _, name, _ in found] == [square.name for square in squares]
            assert len({new for new, _, _ in found}) == len(squares)
            assert [piece.rstrip(";") for _, _, piece in found] == [text or "empty" for text in pieces]
            assert not rest or f": {' '.join(rest)}" in told
        number = {coordinates.name_square(at): at for at in range(len(squares))}
        for move in match.legal_moves:
            words, table = coordinates.write_move(match.position, move), Tabletop(game)
            if words == str(move):
                assert table.touched_squares(match.position, move) == ()
            else:
                touched = [number[word] for word in words.split()]
                assert match.play(table.read_touch(match.position, touched)).moves[-1] == move
        layout = "\n".join(LayoutView(game, match.position, Random(2)).draw())
        listed = dict(re.findall(r"^- (\S+): (\S+)", layout, re.MULTILINE))
        assert listed == {square.name: text for square, text in zip(squares, pieces, strict=True) if text}


def test_a_turned_view_is_turned_and_a_mirrored_one_mirrored() -> None:
    game = registry.load("numbers")
    position = game.read_position("123/456/789 1 0-0")
    turned = {"369/258/147", "987/654/321", "741/852/963"}
    mirrored = {"321/654/987", "789/456/123", "147/258/369", "963/852/741"}
    for seed in range(20):
        found = {view.name: view.line.board for view in make_views(game, position, Random(seed))}
        assert found["turned"] in turned
        assert found["mirrored"] in mirrored
    views = [view.name for view in make_views(GAMES["hop"], GAMES["hop"].start(), Random(1))]
    assert views == ["plain", "mirrored", "renamed", "coordinates", "layout"]


def test_a_seed_decides_every_question_and_a_small_game_runs_out_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {GAMES[name]: KINDS for name in ("showdown", "snatchers")}
    one, again, other = (list(islice(generate_questions(games, seed), 100)) for seed in (3, 3, 4))
    assert one == again
    assert {question.text for question in one} != {question.text for question in other}
    assert {question.kind for question in one} == set(KINDS)
    few = list(generate_questions({registry.load("showdown", "size=3"): ("over",)}, 1))
    assert 6 < len(few) < 1000
    for questions in (one, few):
        texts = [question.text for question in questions if question.view == "plain"]
        assert len(texts) == len(set(texts))
    for each in one[:30]:  # as a line of a data set
        data = json.loads(json.dumps(each._asdict()))
        assert data["text"].endswith("ANSWER: the answer")
        assert (data["answers"], data["kind"]) == (list(each.answers), each.kind)
    assert find_askable_kinds(registry.load("quad")) == KINDS
    monkeypatch.setattr("squarely.solver.oracle.QUICK", 100)  # it gives up sooner on what is too large anyway
    assert find_askable_kinds(registry.load("quad", "size=6")) == ("legal", "over")


def test_the_last_word_counts() -> None:
    question = Question("1 plain", "1", "center", "", "", "best", "plain", "?", ("place 0 1", "place 0 2"), 3)
    for said in ("ANSWER: place 0 1", "I think so.\n\n**ANSWER: Place 0, 1**", "place 0 1"):
        assert exam.is_right(question, said), said
    for said in ("ANSWER: place 0 1\nNo, wait.\nANSWER: place 1 1", "place 0 1 or place 1 1", ""):
        assert not exam.is_right(question, said), said
    assert exam.is_right(question, "ANSWER: place 1 1\nNo, wait.\nANSWER: place 0 1")


def test_the_sign_test_is_that_of_the_tables() -> None:
    for lost, gained, chance in ((0, 0, 1), (5, 0, 0.0625), (6, 0, 0.03125), (1, 9, 0.021484375), (3, 3, 1)):
        assert exam.run_sign_test(lost, gained) == pytest.approx(chance)


def test_a_model_is_asked_and_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """It knows every answer, but cannot read one view."""
    wanted = list(islice(generate_questions({GAMES["snatchers"]: ("best", "legal", "over")}, 1), 60))
    known = {each.text: "no idea" if each.view == "coordinates" else each.answers[0] for each in wanted}

    def answer(reply: Reply) -> None:
        says(f"Well.\nANSWER: {known[reply.request.said[0]]}")(reply)

    with serving(answer) as server, serving(says(None, message={"refusal": "I will not."})) as refusing:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        found = exam.summarize_exam(exam.hold_exam("llm:m", wanted))
        monkeypatch.setenv("SQUARELY_LLM_URL", refusing.url)
        refused = exam.summarize_exam(exam.hold_exam("llm:m", wanted[:3]))
    blind = sum(each.view == "coordinates" for each in wanted)
    assert (found["questions"], found["right"], found["faults"]) == (60, 60 - blind, {})
    for cell in found["cells"]:
        assert cell["right"] == (0 if cell["view"] == "coordinates" else cell["asked"])
    verdicts = {each["view"]: each["verdict"] for each in found["reading"]}
    assert verdicts.pop("coordinates") == "harder to read"
    assert set(verdicts.values()) == {"not told apart from plain"}
    assert (refused["right"], refused["faults"]) == (0, {"refused": 3})
    said = refusal(BadPlayer, exam.hold_exam, "perfect", [])
    assert said == "perfect cannot answer questions, it only moves; an llm:MODEL can"


@pytest.mark.parametrize("name", ["center", "snatchers"])
def test_the_stated_chance_is_what_a_constant_answer_scores_in_the_very_set(name: str) -> None:
    for kind in KINDS:
        found = list(islice(generate_questions({GAMES[name]: (kind,)}, 2), 60))
        scores = dict(zip(found, exam.score_without_looking(found), strict=True))
        constant = {}  # what the best answer scores that is always the same, counted by hand
        for view in ("plain", "layout"):
            own = [each for each in found if each.view == view]
            said = Counter(answer for each in own for answer in each.answers)
            constant[view] = max(said.values()) / len(own)
            (stated,) = {scores[each] for each in own}
            assert stated == pytest.approx(max(constant[view], sum(each.guess for each in own) / len(own))), kind
        if kind == "winner":  # other names make it no harder to say the same
            renamed = min(scores[each] for each in found if each.view == "renamed")
            assert renamed == pytest.approx(constant["plain"])


@pytest.mark.parametrize("name", ["center", "snatchers"])
def test_no_answer_is_right_more_often_than_another_where_others_can_be_had(name: str) -> None:
    for kind in ("legal", "over", "winner", "distance"):
        found = list(islice(generate_questions({GAMES[name]: (kind,)}, 3), 60))
        answers = Counter(each.answers[0] for each in found if each.view == "plain")
        if (kind, name) == ("distance", "snatchers"):  # who wins here wins at once, and the chance says so
            assert set(answers) == {"1"}
            cells = exam.summarize_exam([exam.MarkedAnswer(each, "ANSWER: 1", "right") for each in found])["cells"]
            assert all(cell["by_chance"] == cell["asked"] == cell["right"] for cell in cells)
        else:
            assert max(answers.values()) - min(answers.values()) <= 2, kind
