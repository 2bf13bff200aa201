"""The command line: exit codes, sentences for mistakes, help, completion, facts for programs, outputs."""

import json
import os
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squarely import __version__, load
from squarely.core.text.suggestions import find_nearest

from .driving import COMMAND, GAMES, PATIENCE, Desk, moves_in, tag

COMMANDS = ("play", "resume", "games", "rules", "show", "completion")
OPEN = "Player 1 (X), enter your move (e.g., A1): "

# Exit codes and mistakes


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["plya"], "there is no command 'plya'; did you mean play?"),
        (["rule"], "there is no command 'rule'; did you mean rules?"),
        (["xyzzy"], "there is no command 'xyzzy'; there are play, resume, games, rules, show, "),
        (["play", "qaud"], "there is no game 'qaud'; did you mean quad?"),
        (["rules", "snatcher"], "there is no game 'snatcher'; did you mean snatchers?"),
        (["play", "chess"], "there is no game 'chess'; there are center, numbers"),
        (["play", "checkers"], "there is no game 'checkers'; there are center, numbers"),
        (["play", "CENTRE"], "there is no game 'CENTRE'; did you mean center?"),
        (["quad"], "there is no command 'quad'; did you mean: squarely play quad"),
        (["Quad", "--second", "level:3"], "did you mean: squarely play quad --second level:3"),
        (["play", "quad", "--second", "level3"], "there is no player 'level3'; did you mean level:3?"),
        (["play", "quad", "--second", "level 4"], "there is no player 'level 4'; did you mean level:4?"),
        (["play", "quad", "--second", "Levle-7"], "did you mean level:7?"),
        (["play", "quad", "--second", "level12"], "the levels are level:1 to level:9"),
        (["play", "quad", "--second", "perfct"], "did you mean perfect?"),
        (["play", "quad", "C3"], "unexpected extra argument"),
        (["play", "quad", "--secnd", "random"], "No such option"),
        (["play", "quad", "--secnd", "random"], "--second"),
        (["play", "quad", "--second", "randon"], "there is no player 'randon'; did you mean random?"),
        (["play", "quad", "--first", ""], "there is no player ''; there are human, random"),
        (["play", "quad", "--option", "sise=5"], "there is no option 'sise'; did you mean size?"),
        (["play", "quad", "--option", "size"], "'size' is not an option; options are written name=value"),
        (["play", "quad", "--option", "size=99"], "size=99 is not possible: size is a whole number from 3 to 6"),
        (["play", "quad", "-o", ""], "an option is written NAME=VALUE, such as size=5; this one is empty."),
        (["rules", "quad", "--option", "size=99"], "size=99 is not possible: size is a whole number from 3 to 6"),
        (["play", "quad", "--option", "size=3,block=3"], "makes no game"),
        (["play", "showdown", "--option", "goal=1-1"], "makes no game: the goal is the start"),
        (["play", "showdown", "--option", "size=2"], "size=2 is not possible"),
        (["play", "quad", "--position", "nonsense"], "'nonsense' has 1 part; a position is BOARD MOVER"),
        (["play", "quad", "--position", ""], "'' has 0 parts; a position is BOARD MOVER"),
        (["play", "quad", "--position", "X.../..../..../.... X"], "with 1 X and 0 O it cannot be X's turn"),
        (["play", "numbers", "--position", "538/291/647 1 1-0"], "the scores add up to 1, the captured squares to 0"),
        (["play", "quad", "--seed", "-1"], "Invalid value for '--seed'"),
        (["play", "quad", "--seed", "seven"], "Invalid value for '--seed'"),
        (["play", "quad", "--max-turns", "0"], "Invalid value for '--max-turns'"),
        (["play", "quad", "--on-timeout", "sleep"], "Invalid value for '--on-timeout'"),
        (["play", "quad", "--names", "Ann"], "--names takes two names of 1 to 32 printable characters"),
        (["play", "quad", "--names", "Ann,Ann"], "the two players need different names, not Ann twice"),
        (["play", "quad", "--names", "Ann,Bob,Cy"], "--names takes two names"),
        (["play", "quad", "--names", "\x1b[31m,Bob"], "--names takes two names"),
        (["play", "showdown", "--toss", "--option", "first=2"], "--toss and first= both say who begins"),
        (["play", "showdown", "--toss", "--option", "first = 1"], "--toss and first= both say who begins"),
        (["resume", "missing.match"], "'missing.match' does not exist."),
        (["show", "missing.match"], "'missing.match' does not exist."),
        (["show"], "no match has been finished on this machine yet; name a record: squarely show FILE"),
        (["completion", "tcsh"], "'tcsh' is not one of 'bash', 'zsh', 'fish'."),
        (["--verison"], "No such option"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_gets_a_sentence(desk: Desk, args: list[str], sentence: str) -> None:
    said = desk.squarely(*args)
    assert sentence in " ".join(said.err.split())
    assert said.out == ""
    assert said.code == 2
    assert desk.unfinished == []


def test_files_that_are_no_records(desk: Desk) -> None:
    (desk.here / "binary").write_bytes(b"\x80\xfe\x00")
    (desk.here / "empty").write_text("")
    (desk.here / "other").write_text("hello\n")
    (desk.here / "cut").write_text('[Game "quad"]\n[Result "*"]\n\n1. B2\n')
    (desk.here / "illegal").write_text('[Game "quad"]\n\n1. B2\n2. B2\n*\n')
    (desk.here / "limit").write_text('[Game "quad"]\n[TimeLimit "never"]\n\n1. B2\n*\n')
    (desk.here / "player").write_text('[Game "quad"]\n[FirstPlayer "randon"]\n\n1. B2\n*\n')
    (desk.here / "json").write_text('{"game": "quad"')
    sentences = {
        "binary": "binary is not a record: it is not text",
        "empty": "empty, line 1: the record is cut short",
        "other": "other, line 1: this is not a Squarely match file",
        "cut": "cut, line 4: the record is cut short",
        "illegal": "illegal, line 4: B2 is already occupied.",
        "limit": "the tag TimeLimit cannot be 'never'",
        "player": "there is no player 'randon'; did you mean random?",
        "json": "json, line 1: this is not JSON",
    }
    for name, sentence in sentences.items():
        said = desk.squarely("resume", name)
        assert said.err.startswith("squarely: ")
        assert sentence in said.err
        assert said.code == 2
    for name in ("binary", "cut"):
        said = desk.squarely("show", name)
        assert sentences[name] in said.err
        assert said.code == 2
    said = desk.squarely("show", ".")
    assert "is a directory" in said.err
    assert said.code == 2


def test_a_record_in_json_with_a_huge_number_is_refused(desk: Desk) -> None:
    (desk.here / "huge").write_text('{"game": ' + "1" * 5000 + "}")
    said = desk.squarely("show", "huge")
    assert said.err.startswith("squarely: huge, line 1: ")
    assert said.code == 2


@pytest.mark.parametrize("name", ["a\\nb", "\\ud800", "\\u001b[31m"], ids=["two lines", "half a character", "escape"])
def test_a_record_in_json_with_a_name_that_no_text_record_could_hold(desk: Desk, name: str) -> None:
    """Whoever resumes it could not find it again, so it is refused."""
    (desk.here / "odd").write_text('{"game": "quad", "first": "' + name + '", "result": "*", "moves": ["A1"]}')
    said = desk.squarely("resume", "odd", typed=["B2"])
    assert said.err.startswith("squarely: odd, line 1: ")
    assert said.code == 2


def test_exit_codes_of_a_match(desk: Desk) -> None:
    whole = ["right", "down", "down", "right"]
    assert desk.squarely("play", "showdown", typed=whole).code == 0
    assert desk.squarely("play", "showdown", typed=whole[:3]).code == 1
    assert desk.squarely("play", "showdown", typed=[*whole[:3], "quit"]).code == 0
    assert desk.squarely("play", "showdown", typed=["resign", "yes"]).code == 0
    assert desk.squarely("resume", typed=["1"]).code == 1
    terminal = desk.terminal("play", "showdown")
    terminal.expect("right): ")
    terminal.child.sendintr()
    assert terminal.ended().code == 130


def test_nothing_to_resume(desk: Desk) -> None:
    said = desk.squarely("resume")
    assert said.out == "There is no unfinished match. Begin one with: squarely play GAME\n"
    assert said.code == 0


# Help


@pytest.mark.parametrize("asking", ["-h", "--help"])
@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=lambda c: " ".join(c) or "alone")
def test_help_leads_with_examples(desk: Desk, command: tuple[str, ...], asking: str) -> None:
    said = desk.squarely(*command, asking)
    first, second, *_ = said.out.splitlines()
    assert first == "Examples:"
    assert re.match(rf"  .*squarely {command[0] if command else ''}", f"{second} ")
    assert said.out.index("Examples:") < said.out.index("Usage: squarely")
    assert said.code == 0
    assert said.err == ""


def test_help_names_every_command_and_every_option_of_play(desk: Desk) -> None:
    listed = desk.squarely("--help").out
    for command in COMMANDS:
        assert re.search(rf"^  {command} ", listed, re.MULTILINE)
    options = desk.squarely("play", "--help").out
    for option in (
        *("--first", "--second", "--option", "--position", "--seed", "--toss", "--time-limit", "--on-timeout"),
        *("--max-turns", "--names", "--save", "--plain"),
    ):
        assert option in options


def test_the_word_help_is_the_option(desk: Desk) -> None:
    assert desk.squarely("help") == desk.squarely("--help")
    assert desk.squarely("HELP", "play") == desk.squarely("play", "--help")
    assert "there is no command 'plya'" in desk.squarely("help", "plya").err


def test_version(desk: Desk) -> None:
    assert desk.squarely("--version") == (0, f"squarely, version {__version__}\n", "")


# Rule sets


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("rules drop --rules roomy", "roomy (in force): rows=4,columns=5"),
        ("rules drop --rules roomy -o rows=5", "columns=5 (rulebook: 4)"),
        ("rules drop", "printed (in force): no option changed"),
        ("solve drop --rules ROOMY -o columns=3 --json", '"options": "rows=4,columns=3"'),
        ("puzzle drop --rules roomy -o rows=3,columns=3 --json", '"options": "columns=3"'),
        ("arena probe drop --rules roomy -o rows=3,columns=3 --count 1 --json", '"options": "columns=3"'),
    ],
)
def test_a_rule_set_is_named_wherever_options_are_given(desk: Desk, installed: str, command: str, said: str) -> None:
    found = desk.squarely(*command.split(), PYTHONPATH=installed)
    assert (found.code, found.err) == (0, "")
    assert said in found.out


@pytest.mark.parametrize("command", ["play", "rules", "solve", "puzzle", "court", "prove --out no.proof"])
def test_a_rule_set_that_is_not_there_is_a_sentence(desk: Desk, installed: str, command: str) -> None:
    name, *more = command.split()
    found = desk.squarely(name, "drop", *more, "--rules", "romy", PYTHONPATH=installed)
    assert found.err.strip() == "squarely: there is no rule set 'romy'; did you mean roomy?"
    assert found.code != 0
    assert not found.out


# Completion


def completed(desk: Desk, shell: str, words: str, typed: str = "") -> list[str]:
    """What a shell is offered, in its own form."""
    count = len(words.split()) - (0 if words.endswith(" ") else 1)
    asked = {"_SQUARELY_COMPLETE": f"{shell}_complete", "COMP_WORDS": words}
    return desk.squarely(**asked, COMP_CWORD=typed if shell == "fish" else str(count)).out.splitlines()


def test_completion_for_bash(desk: Desk) -> None:
    assert completed(desk, "bash", "squarely pl") == ["plain,play"]
    games = completed(desk, "bash", "squarely play s")
    assert games == ["plain,showdown", "plain,snatchers"]
    assert completed(desk, "bash", "squarely play ./s") == ["file,./s"]  # a game is also given as its file
    assert {"plain,--first", "plain,--save"} <= set(completed(desk, "bash", "squarely play quad --"))
    assert completed(desk, "bash", "squarely play quad --option su") == ["plain,sudden_death="]
    assert completed(desk, "bash", "squarely rules ") == [f"plain,{name}" for name in GAMES]


def test_completion_for_zsh_and_fish(desk: Desk) -> None:
    assert completed(desk, "zsh", "squarely pl")[:2] == ["plain", "play"]
    assert completed(desk, "zsh", "squarely play q")[:2] == ["plain", "quad"]
    fish = [line.split("\t")[0] for line in completed(desk, "fish", "squarely play q", "q")]
    assert fish == ["plain,quad"]


def offered(desk: Desk, shell: str, words: str, typed: str) -> list[str]:
    """What a shell is offered for this word behind those, without its own form."""
    lines = completed(desk, shell, words + typed, typed)
    if shell == "zsh":
        return lines[1::3]
    return [line.partition(",")[2].split("\t")[0] for line in lines]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_players_values_rule_sets_and_files(desk: Desk, shell: str, installed: str) -> None:
    levels = [f"level:{level}" for level in range(1, 10)]
    play = "squarely play quad "
    for command in (f"{play}--first ", f"{play}--second ", "squarely resume --second "):
        assert offered(desk, shell, command, "LEV") == levels
        assert offered(desk, shell, command, "p") == ["perfect", "program:"]
        assert offered(desk, shell, command, "") == ["human", "random", *levels, "perfect", "llm:", "program:"]
    assert offered(desk, shell, f"{play}--option ", "sudden_death=") == [
        f"sudden_death={value}" for value in ("exchange", "convert", "none")
    ]
    assert offered(desk, shell, f"{play}-o ", "size=5,sudden_death=c") == ["size=5,sudden_death=convert"]
    assert offered(desk, shell, "squarely solve quad -o ", "siz") == ["size="]
    asked = {"_SQUARELY_COMPLETE": f"{shell}_complete", "COMP_WORDS": "squarely play drop -o ro"}
    said = desk.squarely(**asked, COMP_CWORD="ro" if shell == "fish" else "4", PYTHONPATH=installed).out
    assert {"rows=", "roomy"} <= set(re.split(r"[,\n]", said))
    asked |= {"COMP_WORDS": "squarely solve drop --rules ro"}
    said = desk.squarely(**asked, COMP_CWORD="ro" if shell == "fish" else "4", PYTHONPATH=installed).out
    assert "roomy" in re.split(r"[,\n]", said)
    assert offered(desk, shell, f"{play}--rules ", "") == [*load("quad").rule_sets]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("squarely pl", "play"),
        ("squarely play qu", "quad"),
        ("squarely play quad --second per", "perfect"),
        ("squarely play quad --second level", " ".join(f"level:{level}" for level in range(1, 10))),
        ("squarely play quad --option sudden", "sudden_death="),
    ],
)
def test_a_real_bash_completes(desk: Desk, typed: str, offered: str) -> None:
    """Source the script as the help says, and press Tab as bash does."""
    script = f"""
        eval "$(squarely completion bash)"
        complete -p squarely
        COMP_WORDS=({typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); compopt() {{ :; }}
        _squarely_completion squarely
        echo "${{COMPREPLY[@]}}"
    """
    bash = subprocess.run(
        ["bash", "--norc", "-c", script],
        env=desk.environment(),
        cwd=desk.here,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    registered, reply = bash.stdout.splitlines()
    assert registered.startswith("complete ")
    assert registered.endswith("_squarely_completion squarely")
    assert reply == offered
    assert bash.stderr == ""


def test_completion_scripts(desk: Desk) -> None:
    for shell, piece in (
        ("bash", "complete -o nosort -F _squarely_completion squarely"),
        ("zsh", "#compdef squarely"),
        ("fish", "complete --no-files --command squarely"),
    ):
        said = desk.squarely("completion", shell)
        assert piece in said.out
        assert f"_SQUARELY_COMPLETE={shell}_complete" in said.out
        assert said.code == 0


# Facts


def test_games(desk: Desk) -> None:
    said = desk.squarely("games")
    assert [line.split()[0] for line in said.out.splitlines()] == list(GAMES)
    facts = json.loads(desk.squarely("games", "--json").out)
    assert [entry["game"] for entry in facts] == list(GAMES)
    assert facts[2]["title"] == "Capture Square"
    assert facts[2]["sides"] == ["Player 1", "Player 2"]
    assert facts[2]["start"] == "..../..../..../.... X"


@pytest.mark.parametrize("name", GAMES)
def test_rules(desk: Desk, name: str) -> None:
    said = desk.squarely("rules", name)
    for heading in ("Goal.", "Setup.", "Moving.", "Winning.", "Rulings and options", "Text forms"):
        assert heading in said.out
    facts = json.loads(desk.squarely("rules", name, "--json").out)
    assert facts["game"] == name
    for option in load(name).declared:
        assert f"  {option.name}={option.default}\n" in said.out
        (entry,) = [entry for entry in facts["options"] if entry["name"] == option.name]
        assert entry["default"] == entry["setting"] == option.default


def test_rules_with_options_in_force(desk: Desk) -> None:
    said = desk.squarely("rules", "quad", "-o", "size=5", "-o", "sudden_death=none")
    assert "  size=5 (rulebook: 4)\n" in said.out
    assert "  sudden_death=none (rulebook: exchange)\n" in said.out
    facts = json.loads(desk.squarely("rules", "quad", "--option", "size=5", "--json").out)
    assert facts["start"] == "...../...../...../...../..... X"


SHOWN = ["B2", "A1", "B3", "A2", "C2", "A4", "C3"]


def test_show(desk: Desk) -> None:
    desk.squarely("play", "quad", "--save", "game.match", "--names", "Ann,Bob", typed=SHOWN)
    every = desk.squarely("show", "game.match", "--all").out
    assert every == desk.squarely("show", "game.match").out  # through a pipe nobody presses Enter
    said = [line for line in every.splitlines() if re.match(r"\d\. ", line) and "|" not in line]
    assert said == [f"{n}. {('Bob', 'Ann')[n % 2]}: {move}" for n, move in enumerate(SHOWN, 1)]
    assert every.count("  A   B   C   D\n") == len(SHOWN) + 1
    end = desk.squarely("show", "game.match", "--end").out
    assert end.startswith("Game: quad\nFirst: Ann\nSecond: Bob\n")
    assert end.count("  A   B   C   D\n") == 1
    assert end.endswith("Congratulations, Ann! You've formed a square and won the game!\n")
    facts = json.loads(desk.squarely("show", "game.match", "--json").out)
    assert facts["moves"] == SHOWN
    assert (facts["game"], facts["first"], facts["result"]) == ("quad", "Ann", "1-0")


def test_show_reads_its_own_json(desk: Desk) -> None:
    desk.squarely("play", "quad", "--save", "game.match", typed=SHOWN[:3])
    as_json = desk.squarely("show", "game.match", "--json").out
    (desk.here / "game.json").write_text(as_json)
    assert desk.squarely("show", "game.json", "--json").out == as_json
    assert desk.squarely("show", "game.json").out.endswith("Unfinished; Player 2 is to move.\n")


def test_show_says_how_a_match_ended_otherwise(desk: Desk) -> None:
    desk.squarely("play", "quad", "--save", "resigned", typed=["B2", "resign", "yes"])
    desk.squarely("play", "quad", "--save", "drawn", typed=["B2", "draw", "y"])
    assert desk.squarely("show", "resigned").out.endswith("Player 1 wins: Player 2 resigned.\n")
    assert desk.squarely("show", "drawn").out.endswith("The match ends without a winner: a draw was agreed.\n")


def test_show_waits_for_enter_on_a_terminal(desk: Desk) -> None:
    desk.squarely("play", "showdown", "--save", "game.match", typed=["right", "down", "down"])
    terminal = desk.terminal("show", "game.match")
    leaf = "  (Enter goes on, b back, a number to that move, q ends) "
    for shown, answer in (("1. Player 1: right", ""), ("2. Player 2: down", "b"), ("1. Player 1: right", "what"),
                          ("1. Player 1: right", "1"), ("2. Player 2: down", "q")):  # fmt: skip
        terminal.answer(f"{shown}{leaf}", answer)
    said = terminal.ended()
    assert "3. Player 1" not in said.out
    assert said.out.endswith("Unfinished; Player 2 is to move.\n")
    assert said.code == 0
    unasked = desk.terminal("show", "game.match", "--all").ended()
    assert "3. Player 1: down\n" in unasked.out
    assert "Enter goes on" not in unasked.out


# Options of a match


def test_names(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--names", ' Ann , Zoë "Z" \\ ', typed=["B2", "B2", "resign", "yes"])
    assert "Ann (X), you go first." in said.out
    assert 'Zoë "Z" \\ (O), enter your move (e.g., A1): B2\nSorry, B2' in said.out
    assert 'Ann wins: Zoë "Z" \\ resigned.' in said.out
    (path,) = desk.finished
    assert tag(path, "Second") == 'Zoë "Z" \\'


def test_a_toss_is_the_seeds(desk: Desk) -> None:
    begins = {}
    for seed in map(str, range(4)):
        for name in ("showdown", "quad"):
            args = ("play", name, "--toss", "--seed", seed, "--names", "Ann,Bob")
            first_line = desk.squarely(*args).out.splitlines()[0]
            assert re.match(r"The coin is tossed: (Ann|Bob) begins\. Player 1 is ", first_line)
            begins[name, seed] = first_line
    again = desk.squarely("play", "quad", "--toss", "--seed", "3", "--names", "Ann,Bob").out
    assert again.startswith(begins["quad", "3"])
    assert {line.split(".")[0][-10:] for line in begins.values()} == {"Ann begins", "Bob begins"}


@pytest.mark.parametrize("name", GAMES)
def test_a_toss_tells_two_people_without_names_who_is_who(desk: Desk, name: str) -> None:
    """Whoever sits where, the coin falls either way, and what it says differs in more than the rules do."""
    told = {desk.squarely("play", name, "--toss", "--seed", seed).out.splitlines()[0] for seed in ("0", "1", "2", "5")}
    first, second = load(name).players
    left, right = "the player on the left", "the player on the right"
    as_seated, changed = f"{first} is {left}, {second} is {right}.", f"{first} is {right}, {second} is {left}."
    if name == "showdown":  # its rulebook tosses for who begins, not for the seats
        sides = {(f"{begins} begins.", as_seated) for begins in (first, second)}
    else:
        sides = {(f"{first} begins.", seats) for seats in (as_seated, changed)}
    assert told == {f"The coin is tossed: {begins} {seats}" for begins, seats in sides}


@pytest.mark.parametrize("name", GAMES)
def test_a_toss_tells_who_of_a_person_and_a_computer_begins(desk: Desk, name: str) -> None:
    seen = set()
    for seed in ("0", "1", "2", "5"):
        args = ("play", name, "--toss", "--seed", seed, "--second", "random", "--save", f"{seed}.match")
        said = desk.squarely(*args, typed=["quit"])
        coin = said.out.splitlines()[0]
        found = re.fullmatch(r"The coin is tossed: (Player .) begins\. (Player .) is (.*), (Player .) is (.*)\.", coin)
        assert found, coin
        beginner, first, of_first, second, of_second = found.groups()
        assert {of_first, of_second} == {"you", "the computer (random)"}
        computer = first if of_first != "you" else second
        assert bool(re.search(rf"▸ {computer}( \(\w+\))? plays ", said.out)) == (beginner == computer)
        if computer == beginner:
            seats = {first: "FirstPlayer", second: "SecondPlayer"}
            assert tag(desk.here / f"{seed}.match", seats[computer]) == "random"
        seen.add(beginner == computer)
    assert seen == {True, False}


def test_a_toss_with_names_tells_who_has_which_side(desk: Desk) -> None:
    seen = set()
    for seed in ("0", "1", "2", "5"):
        args = ("play", "center", "--toss", "--seed", seed, "--names", "Ann,Bob", "--save", f"{seed}.match")
        said = desk.squarely(*args, typed=["place 0 0", "quit"]).out
        first, second = tag(desk.here / f"{seed}.match", "First"), tag(desk.here / f"{seed}.match", "Second")
        coin = f"The coin is tossed: {first} begins. Player A is {first}, Player B is {second}.\n"
        assert said.startswith(coin)
        assert f"It's your turn, {first}.\n" in said
        seen.add(first)
    assert seen == {"Ann", "Bob"}


def test_a_toss_decides_who_begins_showdown_but_not_who_is_player_one(desk: Desk) -> None:
    beginners = set()
    for seed in map(str, range(4)):
        out = desk.squarely("play", "showdown", "--toss", "--seed", seed).out
        (beginner,) = re.findall(r"The coin is tossed: (Player [12]) begins\.", out)
        assert f"{beginner}'s Turn.\n" in out
        beginners.add(beginner)
    assert beginners == {"Player 1", "Player 2"}


def test_a_toss_gives_the_computer_either_seat(desk: Desk) -> None:
    """In quad X begins; tossing decides who is X."""
    starts = {
        "Player 1 (X) plays" in desk.squarely("play", "quad", "--toss", "--seed", str(seed), "--second", "random").out
        for seed in range(4)
    }
    assert starts == {True, False}


def test_a_seed_decides_everything_random(desk: Desk) -> None:
    args = ("play", "numbers", "--first", "random", "--second", "random", "--seed")
    once, again, other = (desk.squarely(*args, seed).match for seed in ("11", "11", "12"))
    assert once == again
    assert once != other


def test_two_computers_play_to_the_end(desk: Desk) -> None:
    for name in GAMES:
        said = desk.squarely("play", name, "--first", "random", "--second", "random", "--seed", "1")
        assert said.code == 0
    assert len(desk.finished) == len(GAMES)
    assert desk.unfinished == []


def test_max_turns_stops_unfinished_and_resume_goes_on(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--max-turns", "2", typed=["B2", "A1", "C3"])
    farewell = "Stopped unfinished after 2 turns. Your match is saved. To continue: squarely resume\n"
    assert said.out.endswith(farewell)
    assert said.code == 0
    desk.squarely("resume", typed=["", "C3"])
    assert desk.kept_moves() == ["B2", "A1", "C3"]
    said = desk.squarely("resume", "--max-turns", "4", typed=["", "D4", "D3"])
    assert "Stopped unfinished after 4 turns." in said.out
    assert desk.kept_moves() == ["B2", "A1", "C3", "D4"]


def test_save_keeps_the_record_there_too_and_never_overwrites(desk: Desk) -> None:
    desk.squarely("play", "quad", "--save", "game.match", typed=["B2"])
    assert moves_in(desk.here / "game.match") == ["B2"]
    before = (desk.here / "game.match").read_text()
    said = desk.squarely("play", "quad", "--save", "game.match", typed=["A1"])
    assert said.err.startswith("squarely: game.match exists already; ")
    assert said.code == 2
    assert (desk.here / "game.match").read_text() == before


def test_a_data_folder_that_cannot_be_written_is_said_once(desk: Desk) -> None:
    desk.data.write_text("a file, where a folder should be")
    said = desk.squarely("play", "quad", typed=["B2", "A1", "C3", "quit"])
    assert said.out.count("This match cannot be saved (") == 1
    assert said.out.count("It can still be played.") == 1
    assert re.search(r"The match could not be saved \(.*\)\.\n$", said.out)
    assert said.code == 0
    whole = desk.squarely("play", "showdown", typed=["right", "down", "down", "right"])
    assert "Winner: Player 2 wins" in whole.out
    assert whole.code == 0
    assert desk.squarely("resume").code == 0
    assert desk.squarely(typed=["", ""]).code == 1


def test_a_file_of_ones_own_is_kept_even_if_the_data_folder_cannot_be_written(desk: Desk) -> None:
    desk.data.write_text("a file, where a folder should be")
    said = desk.squarely("play", "quad", "--save", "game.match", typed=["B2", "A1"])
    assert moves_in(desk.here / "game.match") == ["B2", "A1"]
    assert said.out.endswith("Your match is saved. To continue: squarely resume game.match\n")


# Other outputs


@pytest.mark.parametrize(
    ("args", "typed", "said"),
    [
        (["--max-turns", "1"], ["B2"], "Stopped unfinished after 1 turn. "),
        (["--max-turns", "2"], ["B2", "A1"], "Stopped unfinished after 2 turns. "),
        (["--time-limit", "1"], [], "(Player 1 has 1 second.)"),
        (["--time-limit", "2.5"], [], "(Player 1 has 2.5 seconds.)"),
    ],
)
def test_one_is_not_many(desk: Desk, args: list[str], typed: list[str], said: str) -> None:
    assert said in desk.squarely("play", "quad", *args, typed=typed).out


@pytest.mark.parametrize(
    ("option", "environment"),
    [((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"}), (("--plain",), {})],
    ids=["NO_COLOR", "TERM=dumb", "--plain"],
)
def test_no_colour_where_it_is_not_wanted(desk: Desk, option: tuple[str, ...], environment: dict[str, str]) -> None:
    terminal = desk.terminal("play", "quad", "--save", "game.match", *option, **environment)
    terminal.answer(OPEN, "B2")
    terminal.answer("enter your move", "quit")
    terminal.ended()
    assert "\x1b" not in terminal.raw
    shown = desk.terminal("show", "game.match", "--all", *option, **environment)
    shown.ended()
    assert "\x1b" not in shown.raw


def test_no_colour_through_a_pipe(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--save", "game.match", typed=["B2", "help", "rules", "moves", "A1", "quit"])
    assert "\x1b" not in said.out
    assert "\x1b" not in desk.squarely("show", "game.match").out


@pytest.mark.parametrize(
    "args", [["--help"], ["games"], ["rules", "quad"], ["rules", "quad", "--json"], ["play", "quad"]]
)
def test_nobody_reads_on(desk: Desk, args: list[str]) -> None:
    """The other end of the pipe is closed before anything is printed."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [COMMAND, *args],
            stdin=subprocess.DEVNULL,
            stdout=writer,
            stderr=subprocess.PIPE,
            env=desk.environment(),
            timeout=PATIENCE,
            check=False,
        )
    finally:
        os.close(writer)
    assert done.stderr == b""
    assert done.returncode == 1


def test_only_the_first_line_is_read(desk: Desk) -> None:
    script = "yes help | squarely play quad | head -3"
    done = subprocess.run(
        ["bash", "-c", script], env=desk.environment(), capture_output=True, timeout=PATIENCE, check=False
    )
    assert done.stdout.endswith(b"\n\nWelcome to Capture Square!\n")
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


def test_an_output_that_cannot_show_every_character(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--names", "Zoë,Bob", typed=["é", "B2"], PYTHONIOENCODING="ascii")
    assert "Zo\\xeb (X), you go first." in said.out
    assert desk.kept_moves() == ["B2"]
    assert desk.squarely("rules", "quad", PYTHONIOENCODING="ascii").code == 0


# Names as people type them


@pytest.mark.parametrize("command", ["play", "rules", "solve", "court", "puzzle"])
def test_a_game_is_found_in_capitals_too(desk: Desk, command: str) -> None:
    asked = {"play": ["--max-turns", "1", "--first", "Random"], "puzzle": ["--json"], "court": ["--json"]}
    loud = desk.squarely(command, "CENTER", *asked.get(command, []))
    assert loud.err == ""
    assert loud.code == 0


def test_a_player_is_found_in_capitals_too(desk: Desk) -> None:
    said = desk.squarely("play", "center", "--first", "LEVEL:3", "--second", "Perfect", "--max-turns", "2")
    assert said.code == 0
    assert "level:3" in desk.unfinished[0].read_text()


@given(st.sampled_from(["center", "numbers", "quad", "showdown", "snatchers"]), st.data())
def test_one_slip_is_understood_and_another_word_is_not(name: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(name) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
    for typed in (name[:at] + name[at + 1 :], name[:at] + letter + name[at:], name[:at] + letter + name[at + 1 :]):
        assert find_nearest(typed.upper(), ["center", "numbers", "quad", "showdown", "snatchers"]) == name
    assert find_nearest("".join(chr(219 - ord(letter)) for letter in name), [name]) is None  # a for z, b for y


# Nothing that a file or a typist says moves the cursor


EVIL = "\x1b]0;owned\x07\x9b31m\u202e"


def test_control_characters_never_reach_the_terminal(desk: Desk) -> None:
    proof = "squarely proof 1\ngame showdown\noptions rulebook\nposition *..../...../...../...../..... 1 -\n"
    (desk.here / "option.proof").write_text(proof.replace("rulebook", f"size={EVIL}"))
    (desk.here / "position.proof").write_text(proof.replace("*....", EVIL))
    claim = "claim nobody wins\nstrategy first, entries 1, moves -\n"
    entry = f"-\t*..../...../...../...../..... 1 -\t{EVIL}\n"
    (desk.here / "move.proof").write_text(f"{proof}{claim}{entry}end 1\n")
    (desk.here / f"{EVIL}.proof").write_text("nothing")
    desk.squarely("play", "quad", typed=["A1"])
    desk.unfinished[0].with_name(f"{EVIL}.match").write_text("nothing")
    calls = [
        *(["check", f"{name}.proof"] for name in ("option", "position", "move", EVIL)),
        ["play", "quad", "--option", f"size={EVIL}"],
        ["play", "quad", "--option", f"{EVIL}=3"],
        ["play", "quad", "--second", EVIL],
        ["play", EVIL],
        [EVIL],
        ["resume"],
    ]
    for call in calls:
        said = desk.squarely(*call)
        assert said.code != 0 or call == ["resume"]
        assert not set(EVIL) & set(said.out + said.err) - set("]0;owned31m"), (call, said)


# The same start everywhere


def test_a_dealt_game_has_one_usual_start(desk: Desk) -> None:
    solved = json.loads(desk.squarely("solve", "numbers", "--json").out)["position"]
    desk.squarely("prove", "numbers", "--out", "it.proof")
    assert f"position {solved}\n" in (desk.here / "it.proof").read_text()
    assert solved == "123/456/789 1 0-0"


def test_solving_tells_no_memory_where_the_system_does_not(desk: Desk) -> None:
    without = "import sys; sys.modules['resource'] = None; from squarely.__main__ import main; sys.exit(main())"
    run = subprocess.run(
        [sys.executable, "-c", without, "solve", "showdown"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0
    assert re.search(r"Worked out in [0-9.]+ s\.$", run.stdout.strip())


def test_what_comes_through_a_pipe_is_shown_without_its_commands(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=["\x1b[2JB2", "\x9b2J", "quit"])
    assert "?[2JB2\n" in said.out
    assert not {"\x1b", "\x9b"} & set(said.out + said.err)
