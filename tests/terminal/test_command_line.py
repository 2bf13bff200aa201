"""The command line: exit codes, sentences for mistakes, help, completion, facts for programs, outputs."""

import json
import os
import re
from itertools import product
from subprocess import DEVNULL, PIPE, run

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from squarely import __version__, load
from squarely.cli import squarely

from .driving import COMMAND, GAMES, Desk, refusal, tag

COMMANDS = ("play", "resume", "games", "rules", "show", "completion")

# Exit codes and mistakes

MISTAKES = (
    ("plya", "there is no command 'plya'; did you mean play?"),
    ("xyzzy", "there is no command 'xyzzy'; there are play, resume, games, rules, show, "),
    ("Quad|--second|level:3", "did you mean: squarely play quad --second level:3"),
    ("play|qaud", "there is no game 'qaud'; did you mean quad?"),
    ("play|checkers", "there is no game 'checkers'; there are center, numbers"),
    ("play|quad|--second|level12", "the levels are level:1 to level:9"),
    ("play|quad|--first|", "there is no player ''; there are human, random"),
    ("play|quad|--secnd|random", "--second"),
    ("play|quad|--option|size=99", "size=99 is not possible: size is a whole number from 3 to 6"),
    ("play|quad|-o|", "an option is written NAME=VALUE, such as size=5; this one is empty."),
    ("play|quad|--position|nonsense", "'nonsense' has 1 part; a position is BOARD MOVER"),
    ("play|quad|--seed|-1", "Invalid value for '--seed'"),
    ("play|quad|--names|Ann", "--names takes two names of 1 to 32 printable characters"),
    ("play|quad|--names|Ann,Ann", "the two players need different names, not Ann twice"),
    ("play|quad|--names|\x1b[31m,Bob", "--names takes two names"),
    ("play|showdown|--toss|--option|first = 1", "--toss and first= both say who begins"),
    ("resume|missing.match", "'missing.match' does not exist."),
    ("show|.", "is a directory"),
    *((f"{command}|--rules|mendd", "there is no rule set 'mendd'; did you mean mended?")
      for command in ("play|quad", "rules|quad", "solve|quad", "puzzle|quad", "court|quad", "prove|quad|--out|new")),
)  # fmt: skip


def test_a_mistake_gets_a_sentence() -> None:
    for args, sentence in MISTAKES:
        assert sentence in " ".join(refusal(*args.split("|")).split()), args


def test_a_mistake_is_said_on_standard_error(desk: Desk) -> None:
    for args, sentence in (
        (("play", "quad", "--names", "Ann"), "squarely: --names takes two names of 1 to 32 printable characters"),
        (("play", "quad", "--secnd", "random"), "No such option"),
        (("show",), "no match has been finished on this machine yet; name a record: squarely show FILE"),
    ):
        said = desk.squarely(*args)
        assert sentence in " ".join(said.err.split())
        assert (said.code, said.out, desk.unfinished) == (2, "", [])


def test_files_that_are_no_records(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that no text record could hold is refused, too: whoever resumes it could not find it again."""
    monkeypatch.chdir(desk.here)
    in_json = '{"game": "quad", "first": "%s", "result": "*", "moves": ["A1"]}'
    for name, content, sentence in (
        ("binary", b"\x80\xfe\x00", "binary is not a record: it is not text"),
        ("cut", b'[Game "quad"]\n[Result "*"]\n\n1. B2\n', "cut, line 4: the record is cut short"),
        ("limit", b'[Game "quad"]\n[TimeLimit "never"]\n\n1. B2\n*\n', "the tag TimeLimit cannot be 'never'"),
        ("player", b'[Game "quad"]\n[FirstPlayer "randon"]\n\n1. B2\n*\n', "there is no player 'randon'"),
        ("json", b'{"game": "quad"', "json, line 1: this is not JSON"),
        ("huge", b'{"game": ' + b"1" * 5000 + b"}", "huge, line 1: "),
        *(("odd", (in_json % odd).encode(), "odd, line 1: ") for odd in ("a\\nb", "\\ud800", "\\u001b[31m")),
    ):
        (desk.here / name).write_bytes(content)
        assert sentence in refusal("resume", name), content
        if name not in ("limit", "player"):
            assert sentence in refusal("show", name), content
    said = desk.squarely("resume", "cut", typed=["B2"])
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("squarely: cut, line 4: the record is cut short: ")


# Help


@pytest.mark.slow
def test_help_leads_with_examples(desk: Desk) -> None:
    for command, asking in zip(("", *COMMANDS), ("--help", *["-h"] * 6), strict=True):
        said = desk.squarely(*command.split(), asking)
        first, second, *_ = said.out.splitlines()
        assert first == "Examples:"
        assert re.match(rf"  .*squarely {command}", f"{second} ")
        assert said.out.index("Examples:") < said.out.index("Usage: squarely")
        assert (said.code, said.err) == (0, "")
    listed = desk.squarely("help")
    assert listed == desk.squarely("--help")
    for command in COMMANDS:
        assert re.search(rf"^  {command} ", listed.out, re.MULTILINE)
    assert desk.squarely("HELP", "play") == desk.squarely("play", "--help")
    assert "there is no command 'plya'" in desk.squarely("help", "plya").err
    assert desk.squarely("--version") == (0, f"squarely, version {__version__}\n", "")


# Rule sets


def test_a_rule_set_is_named_wherever_options_are_given() -> None:
    for command, told in (
        ("rules quad", "printed (in force): no option changed"),
        ("rules quad --rules mended", "mended (in force): sudden_death=none,shape=tilted,gravity=yes"),
        ("rules quad --rules MENDED -o gravity=no", "shape=tilted (rulebook: "),
        (
            "solve quad --rules mended -o size=3 --json",
            '"options": "size=3,sudden_death=none,shape=tilted,gravity=yes"',
        ),
    ):
        said = CliRunner().invoke(squarely, command.split())
        assert (said.exit_code, said.stderr) == (0, "")
        assert told in said.stdout, said.stdout


# Completion

LEVELS = " ".join(f"level:{level}" for level in range(1, 10))
COMPLETED = (  # what is on the line, what is typed behind it, and what is offered
    ("", "pl", "play"),
    ("play", "s", "showdown snatchers"),
    ("play", "./s", "./s"),  # a game is also given as its file
    ("rules", "", " ".join(GAMES)),
    *((command, typed, offered)
      for command in ("play quad --first", "play quad --second", "resume --second")
      for typed, offered in (("LEV", LEVELS), ("p", "perfect program:"),
                             ("", f"human random {LEVELS} perfect llm: program:"))),
    ("play quad --option", "su", "sudden_death="),
    ("play quad --option", "sudden_death=", "sudden_death=exchange sudden_death=convert sudden_death=none"),
    ("play quad -o", "size=5,sudden_death=c", "size=5,sudden_death=convert"),
    ("solve quad -o", "siz", "size="),
    ("solve quad -o", "me", "mended"),
    ("solve quad --rules", "me", "mended"),
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
    for typed, offered in (("squarely play qu", "quad"), ("squarely play quad --second level", LEVELS)):
        said = desk.bash(f"""
            eval "$(squarely completion bash)"
            complete -p squarely
            COMP_WORDS=({typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); compopt() {{ :; }}
            _squarely_completion squarely
            echo "${{COMPREPLY[@]}}"
        """)
        registered, reply = said.out.splitlines()
        assert re.fullmatch("complete .*_squarely_completion squarely", registered)
        assert (reply, said.err) == (offered, "")


# Facts


@pytest.mark.slow
def test_games_and_rules(desk: Desk) -> None:
    assert [line.split()[0] for line in desk.squarely("games").out.splitlines()] == list(GAMES)
    facts = json.loads(desk.squarely("games", "--json").out)
    assert [entry["game"] for entry in facts] == list(GAMES)
    quad = [facts[2][name] for name in ("title", "sides", "start")]
    assert quad == ["Capture Square", ["Player 1", "Player 2"], "..../..../..../.... X"]
    for name in GAMES:
        said = desk.squarely("rules", name)
        for heading in ("Goal.", "Setup.", "Moving.", "Winning.", "Rulings and options", "Text forms"):
            assert heading in said.out
        facts = json.loads(desk.squarely("rules", name, "--json").out)
        assert facts["game"] == name
        for option in load(name).declared:
            assert f"  {option.name}={option.default}\n" in said.out
            (entry,) = [entry for entry in facts["options"] if entry["name"] == option.name]
            assert entry["default"] == entry["setting"] == option.default
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
    assert [facts[name] for name in ("game", "first", "result", "moves")] == ["quad", "Ann", "1-0", SHOWN]


@pytest.mark.slow
def test_show_reads_its_own_json_and_says_how_a_match_ended(desk: Desk) -> None:
    for typed, end in (
        ([], "Unfinished; Player 2 is to move.\n"),
        (["resign", "yes"], "Player 1 wins: Player 2 resigned.\n"),
        (["draw", "y"], "The match ends without a winner: a draw was agreed.\n"),
    ):
        desk.squarely("play", "quad", "--save", "game.match", typed=["B2", *typed])
        as_json = desk.squarely("show", "game.match", "--json").out
        (desk.here / "game.json").write_text(as_json)
        assert desk.squarely("show", "game.json", "--json").out == as_json
        assert desk.squarely("show", "game.json").out.endswith(end)
        (desk.here / "game.match").unlink()


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


def test_names(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--names", ' Ann , Zoë "Z" \\ ', typed=["B2", "B2", "resign", "yes"])
    assert "Ann (X), you go first." in said.out
    assert 'Zoë "Z" \\ (O), enter your move (e.g., A1): B2\nSorry, B2' in said.out
    assert 'Ann wins: Zoë "Z" \\ resigned.' in said.out
    assert tag(desk.finished[0], "Second") == 'Zoë "Z" \\'


def test_whoever_the_coin_tells_begins(desk: Desk) -> None:
    seen = set()
    for name, seed in product(("quad", "showdown"), ("0", "1", "2", "5")):
        said = desk.squarely("play", name, "--toss", "--seed", seed, "--second", "random", typed=["quit"]).out
        found = re.match(r"The coin is tossed: (Player .) begins\. .*(Player .) is the computer \(random\)", said)
        assert found, said
        computer_begins = found[1] == found[2]
        assert bool(re.search(rf"▸ {found[2]}( \(\w+\))? plays ", said)) == computer_begins
        seen.add((name, computer_begins))
    assert len(seen) == 4


@pytest.mark.slow
def test_two_computers_play_to_the_end_and_a_seed_decides_everything_random(desk: Desk) -> None:
    random = ("--first", "random", "--second", "random", "--toss", "--seed")
    said = [desk.squarely("play", name, *random, "11") for name in GAMES]
    assert [each.code for each in said] == [0] * len(GAMES)
    assert (len(desk.finished), desk.unfinished) == (len(GAMES), [])
    again, other = (desk.squarely("play", "numbers", *random, seed).match for seed in ("11", "12"))
    assert again == said[GAMES.index("numbers")].match != other


def test_max_turns_stops_unfinished_and_resume_goes_on(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--max-turns", "1", typed=["B2"])
    assert said.code == 0
    assert said.out.endswith("Stopped unfinished after 1 turn. Your match is saved. To continue: squarely resume\n")
    desk.squarely("resume", typed=["", "A1", "C3"])
    assert desk.kept_moves() == ["B2", "A1", "C3"]
    said = desk.squarely("resume", "--max-turns", "4", typed=["", "D4", "D3"])
    assert "Stopped unfinished after 4 turns." in said.out
    assert desk.kept_moves() == ["B2", "A1", "C3", "D4"]


@pytest.mark.slow
def test_a_game_and_a_player_are_found_in_capitals_too(desk: Desk) -> None:
    said = desk.squarely("play", "CENTER", "--first", "LEVEL:3", "--second", "Perfect", "--max-turns", "2")
    assert (said.code, said.err) == (0, "")
    assert "level:3" in desk.unfinished[0].read_text()
    for command in (["rules", "CENTER"], ["solve", "CENTER"], ["puzzle", "CENTER", "--json"]):
        said = desk.squarely(*command)
        assert (said.code, said.err) == (0, ""), command
    assert refusal("court", "CENTER", "--record", "99").startswith("center has ")


def test_a_dealt_game_has_one_usual_start(desk: Desk) -> None:
    solved = json.loads(desk.squarely("solve", "numbers", "--json").out)["position"]
    desk.squarely("prove", "numbers", "--out", "it.proof")
    assert f"position {solved}\n" in (desk.here / "it.proof").read_text()
    assert solved == "123/456/789 1 0-0"


# Other outputs


@pytest.mark.slow
def test_no_colour_where_it_is_not_wanted(desk: Desk) -> None:
    for option, environment in (((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"}), (("--plain",), {})):
        terminal = desk.terminal("play", "quad", "--second", "random", "--save", "game.match", *option, **environment)
        terminal.answer("enter your move", "B2")
        terminal.answer("enter your move", "quit")
        terminal.ended()
        shown = desk.terminal("show", "game.match", "--all", *option, **environment)
        shown.ended()
        assert "\x1b" not in terminal.raw + shown.raw, (option, environment)
        (desk.here / "game.match").unlink()


def test_no_colour_through_a_pipe(desk: Desk) -> None:
    """And what comes through it is shown without its commands to a terminal."""
    typed = ["B2", "help", "rules", "moves", "A1", "\x1b[2JB2", "\x9b2J", "quit"]
    said = desk.squarely("play", "quad", "--save", "game.match", typed=typed)
    assert "?[2JB2\n" in said.out
    assert not {"\x1b", "\x9b"} & set(said.out + said.err + desk.squarely("show", "game.match").out)


@pytest.mark.slow
def test_nobody_reads_on(desk: Desk) -> None:
    """The other end of the pipe is closed before anything is printed, or after the first lines."""
    for args in (["--help"], ["rules", "quad", "--json"], ["play", "quad"]):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "w") as pipe:
            done = run([COMMAND, *args], stdin=DEVNULL, stdout=pipe, stderr=PIPE, env=desk.environment(), check=False)
        assert (done.returncode, done.stderr) == (1, b""), args
    said = desk.bash("yes help | squarely play quad | head -3")
    assert said.out.endswith("\n\nWelcome to Capture Square!\n")
    assert "Exception" not in said.err


@pytest.mark.slow
def test_an_output_that_cannot_show_every_character(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--names", "Zoë,Bob", typed=["é", "B2"], PYTHONIOENCODING="ascii")
    assert "Zo\\xeb (X), you go first." in said.out
    assert desk.kept_moves() == ["B2"]
    assert desk.squarely("rules", "quad", PYTHONIOENCODING="ascii").code == 0


EVIL = "\x1b]0;owned\x07\x9b31m\u202e"


@pytest.mark.slow
def test_control_characters_never_reach_the_terminal(desk: Desk) -> None:
    """Nothing that a file or a typist says moves the cursor."""
    proof = "squarely proof 1\ngame showdown\noptions rulebook\nposition *..../...../...../...../..... 1 -\n"
    entry = f"strategy first, entries 1, moves -\n-\t*..../...../...../...../..... 1 -\t{EVIL}\nend 1\n"
    (desk.here / "option.proof").write_text(proof.replace("rulebook", f"size={EVIL}"))
    (desk.here / "position.proof").write_text(proof.replace("*....", EVIL))
    (desk.here / "move.proof").write_text(f"{proof}claim nobody wins\n{entry}")
    (desk.here / f"{EVIL}.proof").write_text("nothing")
    desk.squarely("play", "quad", typed=["A1"])
    desk.unfinished[0].with_name(f"{EVIL}.match").write_text("nothing")
    calls = [
        *(["check", f"{name}.proof"] for name in ("option", "position", "move", EVIL)),
        *(["play", "quad", "--option", option] for option in (f"size={EVIL}", f"{EVIL}=3")),
        *(["play", "quad", "--second", EVIL], ["play", EVIL], [EVIL], ["resume"]),
    ]
    for call in calls:
        said = desk.squarely(*call)
        assert said.code != 0 or call == ["resume"]
        assert not set(EVIL) & set(said.out + said.err) - set("]0;owned31m"), (call, said)
