"""A report about a game, in words: the verdict first, then each broken law with its board and what to change."""

from squarely.core.notation import count_noun
from squarely.laws.examine import Report
from squarely.laws.faults import Fault

_MOVES_TOLD = 30


def render_report(report: Report) -> str:
    """Everything that was found, as text."""
    return "\n\n".join([describe_verdict(report), *map(describe_fault, report.faults), _describe_rest(report)])


def describe_verdict(report: Report) -> str:
    """Whether the game keeps the laws, as a sentence."""
    name = f"{report.game} ({report.options})" if report.options else report.game
    if report.is_lawful:
        return f"{name} keeps the laws: all {report.laws} hold wherever they were tried."
    return f"{name} breaks {count_noun(len(report.faults), 'law')}."


def describe_fault(fault: Fault) -> str:
    """A broken law: what holds, where it does not, and what to change."""
    lines = [f"Broken: {fault.promise}", f"  {fault.sentence}."]
    if fault.options:
        lines.append(f"  Options: {fault.options}.")
    if fault.position:
        lines.append(f"  {_describe_way(fault)}")
        lines += [f"    {line}" for line in fault.drawing.splitlines()]
    return "\n".join([*lines, f"  To mend it: {fault.mend}"])


def _describe_way(fault: Fault) -> str:
    if not fault.moves:
        return "It is the start:"
    told = ", ".join(fault.moves[:_MOVES_TOLD]) + (", …" if len(fault.moves) > _MOVES_TOLD else "")
    return f"After {count_noun(len(fault.moves), 'move')} ({told}):"


def _describe_rest(report: Report) -> str:
    return "\n".join([*report.looked_at, *report.notes])
