"""Models that follow a script: one wrong call, one right call, then an answer made of what was found."""

import json
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

WRONG = {"query": "migration", "limit": 99}
RIGHT = {"query": "migration"}
Messages = Sequence[Any]


class OpenAi:
    """Stands where a client of the OpenAI API would."""

    def __init__(self) -> None:
        """Begin the script."""
        self.offered: list[dict[str, Any]] = []
        self.read: list[str] = []
        self.chat = SimpleNamespace(completions=SimpleNamespace(create=self._create))

    def _create(self, *, model: str, messages: Messages, tools: list[dict[str, Any]]) -> SimpleNamespace:
        assert model
        self.offered = tools
        self.read = [message["content"] for message in messages[1:] if isinstance(message, dict)]
        said = self._say()
        return SimpleNamespace(choices=[SimpleNamespace(message=said)])

    def _say(self) -> SimpleNamespace:
        if len(self.read) == 2:
            return SimpleNamespace(tool_calls=None, content=found_in(self.read[1]))
        arguments = json.dumps((WRONG, RIGHT)[len(self.read)])
        function = SimpleNamespace(name="search_history", arguments=arguments)
        call = SimpleNamespace(id=f"call-{len(self.read)}", type="function", function=function)
        return SimpleNamespace(tool_calls=[call], content=None)


class Anthropic:
    """Stands where a client of the Anthropic API would."""

    def __init__(self) -> None:
        """Begin the script."""
        self.offered: list[dict[str, Any]] = []
        self.read: list[str] = []
        self.messages = SimpleNamespace(create=self._create)

    def _create(
        self, *, model: str, max_tokens: int, messages: Messages, tools: list[dict[str, Any]]
    ) -> SimpleNamespace:
        assert model
        assert max_tokens
        self.offered = tools
        answers = [message for message in messages[1:] if message["role"] == "user"]
        self.read = [result["content"] for message in answers for result in message["content"]]
        return SimpleNamespace(content=[self._say()])

    def _say(self) -> SimpleNamespace:
        if len(self.read) == 2:
            return SimpleNamespace(type="text", text=found_in(self.read[1]))
        arguments = (WRONG, RIGHT)[len(self.read)]
        return SimpleNamespace(
            type="tool_use", id=f"call-{len(self.read)}", name="search_history", input=arguments
        )


class Deciding:
    """Stands where any model would, in the shortest of turns."""

    def decide(self, history: object, question: str, tools: list[dict[str, Any]]) -> SimpleNamespace:
        """Return the one call that is made."""
        assert history == []
        assert question
        assert tools[0]["name"] == "search_history"
        return SimpleNamespace(id="call-0", arguments=RIGHT)

    def write(self, hits: Sequence[Any]) -> str:
        """Return an answer made of what was found."""
        return f"I found: {hits[0].text}"


def found_in(result: str) -> str:
    """Return an answer made of a result."""
    return f"I found: {json.loads(result)['hits'][0]['text']}"
