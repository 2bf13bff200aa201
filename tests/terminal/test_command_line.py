"""The command line: exit codes, sentences for mistakes, help, completion, facts for programs, outputs."""

import json
import os
import re
from pathlib import Path
from subprocess import DEVNULL, PIPE, run

import pytest
from click.shell_completion import ShellComplete

from squarely import Match, Side, __version__, load
from squarely.cli import squarely
from squarely.core.match.record import Record, write

from .driving import COMMAND, GAMES, Desk, printed, refusal

COMMANDS = ("play", "resume", "games", "rules", "show", "completion")

# Exit codes and mistakes

MISTAKES = (
    ("plya", "there is no command 'plya'; did you mean play?"),
    ("xyzzy", "there is no command 'xyzzy'; there are play, resume, games, rules, show, "),
    ("Quad|--second|level:3", "did you mean: squarely play quad --second level:3"),
    ("play|qaud", "there is no game 'qaud'; did you mean quad?"),
    ("play|quad|--second|level12", "the levels are level:1 to level:9"),
    ("play|quad|--secnd|random", "--second"),
    ("play|quad|--option|size=99", "size=99 is not possible: size is a whole number from 3 to 6"),
    ("play|quad|--position|nonsense", "'nonsense' has 1 part; a position is BOARD MOVER"),
    ("play|quad|--seed|-1", "Invalid value for '--seed'"),
    ("play|quad|--names|Ann", "--names takes two names of 1 to 32 printable characters"),
    ("play|quad|--names|Ann,Ann", "the two players need different names, not Ann twice"),
    ("play|showdown|--toss|--option|first = 1", "--toss and first= both say who begins"),
    *((f"{command}|--time-limit|{limit}", f"'--time-limit': '{limit}' is not a number of seconds above 0")
      for command in ("play|quad", "resume") for limit in ("0", "-1", "nan", "inf", "1e9", "soon", "")),
    ("resume|missing.match", "'missing.match' does not exist."),
    ("show|.", "is a directory"),
    ("solve|quad|--position|XXXX/..../..../.... X", "with 4 X and 0 O"),
    ("solve|quad|--option|size=2", "size is a whole number from 3 to 6"),
    ("solve", "Missing argument 'GAME'"),
    ("check|nowhere.proof", "does not exist"),
    ("check|.", "is a directory"),
    ("prove|quad", "Missing option '--out'"),
    ("prove|quod|--out|new", "did you mean quad?"),
    ("prove|quad|-o|size=9|--out|new", "size is a whole number from 3 to 6"),
    ("prove|quad|--position|XX|--out|new", "a position is BOARD MOVER"),
    ("puzzle|quod", "did you mean quad?"),
    ("puzzle|quad|--level|6", "6 is not in the range 1<=x<=5"),
    ("puzzle|-o|size=3", "options belong to a game"),
    *((f"{command}|--rules|mendd", "there is no rule set 'mendd'; did you mean mended?")
      for command in ("play|quad", "rules|quad", "solve|quad", "puzzle|quad", "court|quad", "prove|quad|--out|new")),
)  # fmt: skip


def test_a_mistake_gets_a_sentence_on_standard_error(desk: Desk) -> None:
    for args, sentence in MISTAKES:
        assert sentence in " ".join(refusal(*args.split("|")).split()), args
    assert not Path("new").exists()
    said = desk.squarely("show")
    none = "no match has been finished on this machine yet; name a record: squarely show FILE"
    assert (said.code, said.out, none in " ".join(said.err.split())) == (2, "", True)


def test_files_that_are_no_records(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What else is wrong in one is tried in tests/core/match/test_record.py."""
    monkeypatch.chdir(desk.here)
    for name, content, sentence in (
        ("binary", b"\x80\xfe\x00", "binary is not a record: it is not text"),
        ("limit", b'[Game "quad"]\n[TimeLimit "never"]\n\n1. B2\n*\n', "the tag TimeLimit cannot be 'never'"),
        ("player", b'[Game "quad"]\n[FirstPlayer "randon"]\n\n1. B2\n*\n', "there is no player 'randon'"),
        ("huge", b'{"game": ' + b"1" * 5000 + b"}", "huge, line 1: "),
    ):
        (desk.here / name).write_bytes(content)
        assert sentence in refusal("resume", name), content
    assert "is not a record" in refusal("show", "binary")


# Help


def test_help_leads_with_examples(desk: Desk) -> None:
    for command, asking in zip(("", *COMMANDS), ("--help", *["-h"] * 6), strict=True):
        said = printed(*command.split(), asking)
        first, second, *_ = said.splitlines()
        assert first == "Examples:"
        assert re.match(rf"  .*squarely {command}", f"{second} ")
        assert said.index("Examples:") < said.index("Usage: squarely")
    listed = desk.squarely("help").out
    for command in COMMANDS:
        assert re.search(rf"^  {command} ", listed, re.MULTILINE)
    assert desk.squarely("HELP", "play") == desk.squarely("play", "--help")
    assert desk.squarely("--version") == (0, f"squarely, version {__version__}\n", "")


# Completion

LEVELS = " ".join(f"level:{level}" for level in range(1, 10))
COMPLETED = (  # what is on the line, what is typed behind it, and what is offered
    ("", "pl", "play"),
    ("play", "s", "showdown snatchers"),
    ("play", "./s", "./s"),  # a game is also given as its file
    ("rules", "", " ".join(GAMES)),
    *((command, typed, offered)
      for command in ("play quad --first", "resume --second")
      for typed, offered in (("LEV", LEVELS), ("p", "perfect program:"),
                             ("", f"human random {LEVELS} perfect llm: program:"))),
    ("play quad --option", "su", "sudden_death="),
    ("play quad --option", "sudden_death=", "sudden_death=exchange sudden_death=convert sudden_death=none"),
    ("play quad -o", "size=5,sudden_death=c", "size=5,sudden_death=convert"),
    ("solve quad -o", "me", "mended"),
    ("play quad --rules", "", " ".join(load("quad").rule_sets)),
)  # fmt: skip


def test_completion_knows_commands_games_players_values_rule_sets_and_files() -> None:
    for line, typed, offered in COMPLETED:
        found = ShellComplete(squarely, {}, "squarely", "").get_completions(line.split(), typed)
        assert " ".join(each.value for each in found) == offered, (line, typed)
        assert {each.type for each in found} == {"file" if typed == "./s" else "plain"}
    options = ShellComplete(squarely, {}, "squarely", "").get_completions(["play", "quad"], "--")
    assert {"--first", "--save", "--time-limit"} <= {each.value for each in options}


@pytest.mark.slow
def test_shells_complete(desk: Desk) -> None:
    """Bash is real: it sources the script as the help says, and presses Tab."""
    for shell in ("bash", "zsh", "fish"):
        assert f"_SQUARELY_COMPLETE={shell}_complete" in desk.squarely("completion", shell).out
    said = desk.bash("""
        eval "$(squarely completion bash)"
        COMP_WORDS=(squarely play quad --second level); COMP_CWORD=4; compopt() { :; }
        _squarely_completion squarely
        echo "${COMPREPLY[@]}"
    """)
    assert (said.out, said.err) == (f"{LEVELS}\n", "")


# Facts


def test_games_and_rules() -> None:
    assert [line.split()[0] for line in printed("games").splitlines()] == list(GAMES)
    facts = json.loads(printed("games", "--json"))
    assert [entry["game"] for entry in facts] == list(GAMES)
    quad = [facts[2][name] for name in ("title", "sides", "start")]
    assert quad == ["Capture Square", ["Player 1", "Player 2"], "..../..../..../.... X"]
    said = printed("rules", "snatchers")
    for part in ("Goal.", "Setup.", "Moving.", "Winning.", "Rulings and options", "  size=5\n", "Text forms"):
        assert part in said
    told = "mended (in force): sudden_death=none,shape=tilted,gravity=yes"
    assert told in printed("rules", "quad", "--rules", "MENDED")
    said = printed("rules", "quad", "-o", "size=5", "-o", "sudden_death=none")
    assert "  size=5 (rulebook: 4)\n" in said
    assert "  sudden_death=none (rulebook: exchange)\n" in said
    facts = json.loads(printed("rules", "quad", "--option", "size=5", "--json"))
    assert facts["start"] == "...../...../...../...../..... X"
    assert [(each["default"], each["setting"]) for each in facts["options"] if each["name"] == "size"] == [(4, 5)]


def test_show(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk.here)
    moves, zoe = ["B2", "A1", "B3", "A2", "C2", "A4", "C3"], 'Zoë "Z" \\'
    desk.squarely("play", "quad", "--save", "game.match", "--names", f" Ann , {zoe} ", typed=moves)
    every = printed("show", "game.match", "--all")
    assert every == desk.squarely("show", "game.match").out  # through a pipe nobody presses Enter
    said = [line for line in every.splitlines() if re.match(r"\d\. ", line) and "|" not in line]
    assert said == [f"{n}. {(zoe, 'Ann')[n % 2]}: {move}" for n, move in enumerate(moves, 1)]
    assert every.count("  A   B   C   D\n") == len(moves) + 1
    end = printed("show", "game.match", "--end")
    assert end.startswith(f"Game: quad\nFirst: Ann\nSecond: {zoe}\n")
    assert end.count("  A   B   C   D\n") == 1
    assert end.endswith("Congratulations, Ann! You've formed a square and won the game!\n")
    as_json = printed("show", "game.match", "--json")
    assert [json.loads(as_json)[name] for name in ("game", "first", "result", "moves")] == ["quad", "Ann", "1-0", moves]
    Path("game.json").write_text(as_json)
    assert printed("show", "game.json", "--json") == as_json
    begun = Match.of(load("quad")).play("B2")
    for match, end in (
        (begun, "Unfinished; Player 2 is to move.\n"),
        (begun.resign(Side.SECOND), "Player 1 wins: Player 2 resigned.\n"),
        (begun.agree_to_draw(), "The match ends without a winner: a draw was agreed.\n"),
    ):
        Path("other.match").write_text(write(Record(match)))
        assert printed("show", "other.match").endswith(end)


@pytest.mark.slow
def test_show_waits_for_enter_on_a_terminal(desk: Desk) -> None:
    desk.squarely("play", "showdown", "--save", "game.match", typed=["right", "down", "down"])
    terminal = desk.terminal("show", "game.match")
    leaf = "  (Enter goes on, b back, a number to that move, q ends) "
    for shown, answer in (("1. Player 1: right", ""), ("2. Player 2: down", "b"), ("1. Player 1: right", "what"),
                          ("1. Player 1: right", "1"), ("2. Player 2: down", "q")):  # fmt: skip
        terminal.answer(f"{shown}{leaf}", answer)
    said = terminal.ended().out
    assert "3. Player 1" not in said
    assert said.endswith("Unfinished; Player 2 is to move.\n")
    unasked = desk.terminal("show", "game.match", "--all").ended().out
    assert ("3. Player 1: down\n" in unasked, "Enter goes on" in unasked) == (True, False)


# Options of a match


@pytest.mark.slow
def test_two_computers_play_to_the_end_and_a_seed_decides_everything_random(desk: Desk) -> None:
    """Games and players are found in capitals, too."""
    random = ("--first", "RANDOM", "--second", "random", "--toss", "--seed")
    said = [desk.squarely("play", name, *random, "11") for name in ("Numbers", "SNATCHERS")]
    assert [each.code for each in said] == [0, 0]
    assert (len(desk.finished), desk.unfinished) == (2, [])
    again, other = (desk.squarely("play", "numbers", *random, seed).match for seed in ("11", "12"))
    assert again == said[0].match != other


def test_max_turns_stops_unfinished_and_resume_goes_on(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--max-turns", "1", typed=["B2"])
    assert said.code == 0
    assert said.out.endswith("Stopped unfinished after 1 turn. Your match is saved. To continue: squarely resume\n")
    said = desk.squarely("resume", "--max-turns", "3", typed=["", "D4", "D3", "A1"])
    assert "Stopped unfinished after 3 turns." in said.out
    assert desk.kept_moves() == ["B2", "D4", "D3"]


# Other outputs


@pytest.mark.slow
def test_no_colour_where_it_is_not_wanted(desk: Desk) -> None:
    for option, environment in (((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"}), (("--plain",), {})):
        terminal = desk.terminal("play", "quad", "--first", "random", *option, **environment)
        terminal.answer("enter your move", "quit")
        terminal.ended()
        assert "\x1b" not in terminal.raw, (option, environment)


def test_no_colour_through_a_pipe(desk: Desk) -> None:
    """And what comes through it is shown without its commands to a terminal."""
    typed = ["B2", "help", "rules", "moves", "A1", "\x1b[2JB2", "\x9b2J", "quit"]
    said = desk.squarely("play", "quad", "--save", "game.match", typed=typed)
    assert "?[2JB2\n" in said.out
    assert not {"\x1b", "\x9b"} & set(said.out + said.err + desk.squarely("show", "game.match").out)


@pytest.mark.slow
def test_nobody_reads_on(desk: Desk) -> None:
    """The other end of the pipe is closed before anything is printed, or after the first lines."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as pipe:
        command = [COMMAND, "play", "quad"]
        done = run(command, stdin=DEVNULL, stdout=pipe, stderr=PIPE, env=desk.environment(), check=False)
    assert (done.returncode, done.stderr) == (1, b"")
    said = desk.bash("yes help | squarely play quad | head -3")
    assert said.out.endswith("\n\nWelcome to Capture Square!\n")
    assert "Exception" not in said.err


@pytest.mark.slow
def test_an_output_that_cannot_show_every_character(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--names", "Zoë,Bob", typed=["é", "B2"], PYTHONIOENCODING="ascii")
    assert "Zo\\xeb (X), you go first." in said.out
    assert desk.kept_moves() == ["B2"]


EVIL = "\x1b]0;owned\x07\r\x9b31m\u202e"


@pytest.mark.slow
def test_control_characters_never_reach_the_terminal(desk: Desk) -> None:
    """Nothing that a file or a typist says moves the cursor."""
    proof = "squarely proof 1\ngame showdown\noptions rulebook\nposition *..../...../...../...../..... 1 -\n"
    entry = f"strategy first, entries 1, moves -\n-\t*..../...../...../...../..... 1 -\t{EVIL}\nend 1\n"
    (desk.here / "position.proof").write_text(proof.replace("*....", EVIL))
    (desk.here / "move.proof").write_text(f"{proof}claim nobody wins\n{entry}")
    (desk.here / f"{EVIL}.proof").write_text("nothing")
    desk.squarely("play", "quad", typed=["A1"])
    desk.unfinished[0].with_name(f"{EVIL}.match").write_text("nothing")
    calls = [
        *(["check", f"{name}.proof"] for name in ("position", "move", EVIL)),
        *(["play", "quad", "--option", f"size={EVIL}"], ["play", "quad", "--second", EVIL], [EVIL], ["resume"]),
    ]
    for call in calls:
        said = desk.squarely(*call)
        assert said.code != 0 or call == ["resume"]
        assert not set(EVIL) & set(said.out + said.err) - set("]0;owned31m"), (call, said)
