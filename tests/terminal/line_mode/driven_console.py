"""A console that is answered by a test, on a clock of the test's own."""

from collections.abc import Sequence

from squarely.terminal.line_mode.console import Console, EndOfInput, TimeUp

Answer = tuple[float, str]  # after so many seconds


class DrivenConsole(Console):
    """Gives the answers of a test, and notes how much time each question leaves: None where no clock runs."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        super().__init__(plain=True)
        self.time = 1000.0  # what the clock on the wall shows when the session begins
        self.said = ""
        self.questions: list[str] = []
        self.left: list[float | None] = []
        self._answers = iter(answers)

    def show(self, text: str, is_strong: bool = False) -> None:
        self.said += f"{text}\n"
        super().show(text, is_strong)

    def ask(self, question: str, deadline: float | None = None, words: object = None) -> str:
        self.questions.append(question)
        self.left.append(None if deadline is None else deadline - self.time)
        seconds, answer = next(self._answers, (0.0, None))
        if answer is None:
            raise EndOfInput
        self.time += seconds
        if deadline is not None and self.time >= deadline:
            raise TimeUp
        return answer
