"""Probes: the same truth in every view, everything needed to find it, and answers marked as they should be."""

import json
import re
from collections import Counter
from itertools import islice
from random import Random

import pytest

from squarely import Game, Match
from squarely.arena.probe.exam import (
    MarkedAnswer,
    hold_exam,
    is_right,
    run_sign_test,
    score_without_looking,
    summarize_exam,
)
from squarely.arena.probe.position_views import VIEWS, CoordinatesView, LayoutView, RenamedView, make_views
from squarely.arena.probe.questions import KINDS, Question, ask_in_every_view, find_askable_kinds, generate_questions
from squarely.core.errors import BadPlayer, SquarelyError
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.game import Position
from tests.boards import playouts, refusal
from tests.games.outside_games import HOP
from tests.players.model_server import Behaviour, Reply, says, serving
from tests.review.plain import Plain, plain_from

GAMES = [registry.load("center"), registry.load("showdown"), registry.load("snatchers"), registry.load("numbers"),
         registry.load("quad", "size=3"), HOP.printed("size=3")]  # fmt: skip
BRUTE = [game for game in GAMES if game.name in ("showdown", "snatchers", "numbers", "hop")]  # quick by brute force


def _name(game: Game) -> str:
    return game.name


each_game = pytest.mark.parametrize("game", GAMES, ids=_name)


def asked(game: Game, kind: str, groups: int = 12) -> list[list[Question]]:
    found = [ask_in_every_view(game, kind, 5, number) for number in range(groups)]
    return [questions for questions in found if questions]


def shown(question: Question) -> str:
    """What is told about the position."""
    return question.text.partition("# Position\n")[2].partition("\n\n# Question")[0]


def seen(game: Game, question: Question) -> str:
    """The position line that a question of the plain, turned or mirrored view shows."""
    return re.search(r"^As a line: (.*)$", shown(question), re.MULTILINE)[1]  # type: ignore[index]


each_brute = pytest.mark.parametrize("game", BRUTE, ids=lambda game: game.name)


def plain_truth(game: Game, line: str) -> tuple[Plain, Position]:
    """Brute force about a position: from the start if it follows from it, else from there."""
    position = game.read_position(line)
    whole = plain_from(game, game.start())
    known = not game.is_dealt and position in whole.after
    return (whole if known else plain_from(game, position)), position


@each_game
@pytest.mark.parametrize("kind", KINDS)
def test_every_view_is_there_and_has_the_same_truth(game: Game, kind: str) -> None:
    groups = asked(game, kind)
    assert groups
    for views_of_one in groups:
        names = [question.view for question in views_of_one]
        assert names == [name for name in VIEWS if name in names]
        assert {"plain", "renamed", "coordinates", "layout"} <= set(names)
        assert len({len(question.answers) for question in views_of_one}) == 1
        assert len({(question.position, question.kind, question.choices) for question in views_of_one}) == 1
        assert len({question.id for question in views_of_one}) == len(views_of_one)
        if kind in ("legal", "over", "distance"):
            assert len({question.answers for question in views_of_one}) == 1


@each_brute
def test_the_best_moves_are_those_of_brute_force_in_every_view(game: Game) -> None:
    for views_of_one in asked(game, "best", 6):
        for question in views_of_one:
            if question.view not in ("plain", "turned", "mirrored"):
                continue
            plain, position = plain_truth(game, seen(game, question))
            before = plain.truth(position)
            good = set()
            for move, after in plain.after[position].items():
                truth = plain.truth(after)
                same = (truth.winner, truth.ending) == (before.winner, before.ending)
                if same and truth.points == before.points:
                    good.add(move)
            assert set(question.answers) == good
            listed = question.text.partition("one a line:\n")[2].partition("\n\n")[0].splitlines()
            assert sorted(listed) == sorted(plain.after[position])
            assert question.guess == len(good) / len(listed)


@each_brute
def test_who_wins_and_when_is_that_of_brute_force(game: Game) -> None:
    for kind in ("winner", "distance"):
        for views_of_one in asked(game, kind, 5):
            for question in views_of_one:
                if question.view not in ("plain", "turned", "mirrored"):
                    continue
                plain, position = plain_truth(game, seen(game, question))
                truth = plain.truth(position)
                if kind == "distance":
                    assert question.answers == (str(truth.moves),)
                else:
                    assert question.answers[0] == ("nobody" if truth.winner is None else game.players[truth.winner])


@each_game
def test_what_is_legal_and_over_is_what_the_rules_say(game: Game) -> None:
    answers: Counter[str] = Counter()
    for views_of_one in asked(game, "legal", 20):
        for question in views_of_one[:3]:
            if question.view not in ("plain", "turned", "mirrored"):
                continue
            match = Match.of(game, game.read_position(seen(game, question)))
            move = re.search(r"legal now: (.*)$", question.text, re.MULTILINE)[1]  # type: ignore[index]
            try:
                match.play(move)
                legal = "yes"
            except SquarelyError:
                legal = "no"
            assert question.answers == (legal,)
            answers[legal] += 1
    assert min(answers["yes"], answers["no"]) > 3
    over = Counter(question.answers[0] for views_of_one in asked(game, "over", 20) for question in views_of_one[:1])
    assert min(over["yes"], over["no"]) > 3


@each_game
def test_other_views_show_the_whole_position(game: Game) -> None:
    """Each is read back, by words alone, to the line it was made from."""
    for match in islice(playouts(game, 6, 12), 40):
        line = game.write_position(match.position)
        board, mover, *rest = line.split()
        renamed = RenamedView(game, match.position, Random(1))
        text = "\n".join(renamed.draw())
        told, turn, *more = re.search(r"^As a line: (.*)$", text, re.MULTILINE)[1].split()  # type: ignore[index]
        back = dict(zip(renamed.marks, game.marks, strict=True))
        assert "".join(back.get(glyph, glyph) for glyph in told) == board
        assert (back[turn], more) == (mover, rest)
        assert dict(zip(game.players, renamed.sides, strict=True)).keys().isdisjoint(renamed.sides)
        glyphs = board.replace("/", "")
        squares = Tabletop(game).squares(match.position)
        for scheme in range(9):
            coordinates = CoordinatesView(game, match.position, Random(scheme))
            told = "\n".join(coordinates.draw())
            found = re.findall(r"(\w+) = (\S+): (\S+)", told)
            assert [name for _, name, _ in found] == [square.name for square in squares]
            assert len({new for new, _, _ in found}) == len(squares)
            for (_, _, piece), square, glyph in zip(found, squares, glyphs, strict=True):
                assert piece.rstrip(";") == (
                    (square.text if square.text.isascii() else glyph) if square.text else "empty"
                )
            assert not rest or f": {' '.join(rest)}" in told
        listed = dict(
            re.findall(r"^- (\S+): (\S+)", "\n".join(LayoutView(game, match.position, Random(2)).draw()), re.MULTILINE)
        )
        assert set(listed) == {square.name for square in squares if square.text}
        assert all(name not in listed or piece in "".join(listed[name]) for name, piece in listed.items())


@each_game
def test_moves_in_other_coordinates_touch_the_squares_they_name(game: Game) -> None:
    for match in islice(playouts(game, 6, 12), 40):
        view = CoordinatesView(game, match.position, Random(4))
        number = {view.name_square(at): at for at in range(len(view.squares))}
        for move in match.legal_moves:
            words = view.write_move(match.position, move)
            if words == str(move):
                assert Tabletop(game).touched_squares(match.position, move) == ()
                continue
            touched = [number[word] for word in words.split()]
            assert match.play(Tabletop(game).read_touch(match.position, touched)).moves[-1] == move


def test_a_turned_view_is_turned_and_a_mirrored_one_mirrored() -> None:
    game = registry.load("numbers")
    position = game.read_position("123/456/789 1 0-0")
    turned = {"369/258/147", "987/654/321", "741/852/963"}
    mirrored = {"321/654/987", "789/456/123", "147/258/369", "963/852/741"}
    for seed in range(20):
        found = {view.name: view.line.board for view in make_views(game, position, Random(seed))}
        assert found["turned"] in turned
        assert found["mirrored"] in mirrored
    assert [view.name for view in make_views(GAMES[-1], GAMES[-1].start(), Random(1))] == [
        "plain", "mirrored", "renamed", "coordinates", "layout",
    ]  # fmt: skip


def test_a_seed_decides_every_question() -> None:
    games = dict.fromkeys(GAMES[:3], KINDS)
    one, again, other = (list(islice(generate_questions(games, seed), 200)) for seed in (3, 3, 4))
    assert one == again
    assert {question.text for question in one} != {question.text for question in other}
    texts = [question.text for question in one if question.view == "plain"]
    assert len(texts) == len(set(texts))
    assert {question.kind for question in one} == set(KINDS)


def test_a_small_game_runs_out_of_questions() -> None:
    game = registry.load("showdown", "size=3")
    found = list(generate_questions({game: ("winner",)}, 1))
    assert 6 < len(found) < 1000
    assert len({question.text for question in found if question.view == "plain"}) == sum(
        q.view == "plain" for q in found
    )


def test_a_game_too_large_is_asked_only_what_the_rules_know() -> None:
    assert find_askable_kinds(registry.load("quad", "size=6")) == ("legal", "over")
    assert find_askable_kinds(registry.load("quad")) == KINDS


# Marking


def question(*answers: str, kind: str = "winner", view: str = "plain", number: str = "1") -> Question:
    return Question(f"{number} {view}", number, "center", "", "", kind, view, "?", answers, 3)


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("ANSWER: place 0 1", True),
        ("I think so.\n\n**ANSWER: Place 0, 1**", True),
        ("ANSWER: place 1 1\nNo, wait.\nANSWER: place 0 1", True),
        ("ANSWER: place 0 1\nNo, wait.\nANSWER: place 1 1", False),
        ("place 0 1", True),
        ("place 0 1 or place 1 1", False),
        ("", False),
    ],
)
def test_the_last_word_counts(said: str, right: bool) -> None:
    assert is_right(question("place 0 1", "place 0 2"), said) == right


def test_the_sign_test_is_that_of_the_tables() -> None:
    assert run_sign_test(0, 0) == 1
    assert run_sign_test(5, 0) == pytest.approx(0.0625)
    assert run_sign_test(6, 0) == pytest.approx(0.03125)
    assert run_sign_test(1, 9) == pytest.approx(0.021484375)
    assert run_sign_test(3, 3) == 1


def knows(questions_asked: list[Question], but: str = "") -> Behaviour:
    """A model that knows every answer, but cannot read one view."""
    answers = {each.text: each for each in questions_asked}

    def behave(reply: Reply) -> None:
        found = answers[reply.request.said[0]]
        says(f"Well.\nANSWER: {'no idea' if found.view == but else found.answers[0]}")(reply)

    return behave


def test_a_model_is_asked_and_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = list(islice(generate_questions({GAMES[0]: KINDS}, 1), 60))
    with serving(knows(wanted, "coordinates")) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        marked = hold_exam("llm:m", wanted)
    found = summarize_exam(marked)
    blind = sum(each.view == "coordinates" for each in wanted)
    assert (found["questions"], found["right"], found["faults"]) == (60, 60 - blind, {})
    for cell in found["cells"]:
        assert cell["right"] == (0 if cell["view"] == "coordinates" else cell["asked"])
    verdicts = {each["view"]: each["verdict"] for each in found["reading"]}
    assert verdicts.pop("coordinates") == "harder to read"
    assert set(verdicts.values()) == {"not told apart from plain"}


def test_what_is_not_answered_is_a_fault_and_not_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    refusing = says(None, message={"refusal": "I will not."})
    with serving(refusing) as server:
        monkeypatch.setenv("SQUARELY_LLM_URL", server.url)
        found = summarize_exam(hold_exam("llm:m", [question("nobody")] * 3))
    assert (found["right"], found["faults"]) == (0, {"refused": 3})


def test_only_who_can_answer_is_asked() -> None:
    said = refusal(BadPlayer, hold_exam, "perfect", [])
    assert said == "perfect cannot answer questions, it only moves; an llm:MODEL can"


def test_a_question_is_a_line_of_a_data_set() -> None:
    for each in islice(generate_questions({GAMES[0]: KINDS}, 1), 30):
        data = json.loads(json.dumps(each._asdict()))
        assert data["text"].endswith("ANSWER: the answer")
        assert data["answers"] == list(each.answers)
        assert data["kind"] == each.kind


def constant(asked_of: list[Question], view: str) -> float:
    """What the best answer scores that is always the same, in one view, counted by hand."""
    own = [each for each in asked_of if each.view == view]
    said = {answer for each in own for answer in each.answers}
    return max(sum(answer in each.answers for each in own) for answer in said) / len(own)


@pytest.mark.parametrize("game", [each for each in GAMES if each.name in ("center", "snatchers")], ids=_name)
@pytest.mark.parametrize("kind", ["legal", "over", "winner", "distance", "best"])
def test_the_stated_chance_is_what_a_constant_answer_scores_in_the_very_set(game: Game, kind: str) -> None:
    found = list(islice(generate_questions({game: (kind,)}, 2), 60))
    scores = dict(zip(found, score_without_looking(found), strict=True))
    for view in ("plain", "layout"):
        stated = {scores[each] for each in found if each.view == view}
        assert len(stated) == 1
        guessed = [each.guess for each in found if each.view == view]
        assert stated.pop() == pytest.approx(max(constant(found, view), sum(guessed) / len(guessed)))
    renamed = [scores[each] for each in found if each.view == "renamed"]
    if kind == "winner":
        assert min(renamed) == pytest.approx(constant(found, "plain")), "other names make it no harder to say the same"


@pytest.mark.parametrize("game", [each for each in GAMES if each.name in ("center", "snatchers")], ids=_name)
@pytest.mark.parametrize("kind", ["legal", "over", "winner", "distance"])
def test_no_answer_is_right_more_often_than_another_where_others_can_be_had(game: Game, kind: str) -> None:
    answers = Counter(
        each.answers[0] for each in islice(generate_questions({game: (kind,)}, 3), 90) if each.view == "plain"
    )
    if kind == "distance" and game.name != "center":
        assert set(answers) == {"1"}, "who wins here wins at once: no other answer can be had, and the chance says so"
    else:
        assert max(answers.values()) - min(answers.values()) <= 2


def test_an_exam_shows_what_can_be_had_without_looking() -> None:
    found = list(islice(generate_questions({GAMES[2]: ("distance",)}, 1), 30))
    cells = summarize_exam([MarkedAnswer(each, "ANSWER: 1", "right") for each in found])["cells"]
    assert all(cell["by_chance"] == cell["asked"] == cell["right"] for cell in cells)
