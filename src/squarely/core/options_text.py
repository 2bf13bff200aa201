"""Options with what is in force, for people and for programs: as a paragraph, as a line, as data."""

from typing import Any

from squarely.core.options import Dial, Option, Place, Ruling, Setting


def option_paragraph(option: Option, setting: Setting) -> str:
    """An option on the page of rules: the setting, what it decides, and every other reading or what is allowed."""
    in_force = f"  {option.name}={setting}" + ("" if setting == option.default else f" (rulebook: {option.default})")
    if isinstance(option, Ruling):
        readings = [f"      {name}:  {meaning}" for name, meaning in option.readings.items()]
        return "\n".join([in_force, f"    {option.says}", *readings])
    return f"{in_force}\n    {option.says}: {option.allowed}"


def option_line(option: Option, setting: Setting) -> str:
    """An option in a prompt: the setting and what it means, nothing about what else there is."""
    if not isinstance(option, Ruling):
        meaning = option.says
    elif setting == option.default:
        meaning = f"{option.readings[str(setting)]}. {option.says}"
    else:  # what the option says are reasons for the rulebook's reading
        meaning = f"{option.readings[str(setting)]}."
    rulebook = "" if setting == option.default else f" (the rulebook has {option.default})"
    return f"- {option.name}={setting}{rulebook}: {meaning}"


def describe_change(option: Option, setting: Setting) -> str:
    """What is different where an option is not as in the rulebook, as a phrase."""
    if isinstance(option, Ruling):
        return option.readings[str(setting)]
    what, _, _ = option.says.partition(";")  # what follows says what numbers mean that are not chosen here
    return f"{what}: {setting}"


def option_data(option: Option, setting: Setting) -> dict[str, Any]:
    """An option for programs: name, default, setting, what it takes and what it says."""
    about: dict[str, Any] = {"name": option.name, "default": option.default, "setting": setting}
    match option:
        case Dial():
            about |= {"lowest": option.low, "highest": option.high}
        case Ruling():
            about |= {"readings": dict(option.readings)}
        case Place():
            about |= {"allowed": option.allowed}
    return about | {"says": option.says}


def list_settings(option: Option) -> list[tuple[Setting, str]]:
    """Every setting that can be chosen from, each with what it means; none for a place, which is written."""
    match option:
        case Dial():
            says = f"{option.says}, {option.low} to {option.high}"
            return [(number, says) for number in range(option.low, option.high + 1)]
        case Ruling():
            return list(option.readings.items())
        case Place():
            return []
