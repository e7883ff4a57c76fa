"""The application: the page's files, and the questions that it may ask.

Each question is a path below `/ask/`, a model of what is sent, and a function that answers with a
model. The functions run in threads, a few of each at a time, so that no turn waits for a graph;
what the page no longer waits for is not worked on any further.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from churn_explorer.answers import Answers
from churn_explorer.guard import Guard, Keys
from churn_explorer.limits import GIVEN_UP, PageError
from churn_explorer.models import Complaint, Model
from churn_explorer.pages import page_files

_THREADS = 2
"""How many questions of a kind are answered at a time."""
_TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}

_Question = TypeVar("_Question", bound=Model)
_Handler = Callable[[Request], Awaitable[Response]]


def build_app(answers: Answers, port: int, keys: Keys) -> Guard:
    """The application.

    Args:
        answers: what answers the questions.
        port: the port on which it is reached.
        keys: what lets a user in.
    """
    routes = [
        Route(f"/ask/{name}", _asking(model, answer), methods=["POST"])
        for name, (model, answer) in answers.questions().items()
    ]
    return Guard(Starlette(routes=[*_file_routes(), *routes]), port, keys)


# Files -------------------------------------------------------------------------------------------


def _file_routes() -> list[Route]:
    texts = dict(page_files())
    routes = [Route("/", partial(_content, texts.pop("index.html"), "text/html"), methods=["GET"])]
    for name, text in texts.items():
        kind = _TYPES.get(name.rpartition(".")[2])
        if kind is not None:
            routes.append(Route(f"/{name}", partial(_content, text, kind), methods=["GET"]))
    return routes


async def _content(text: str, kind: str, _request: Request) -> Response:
    return Response(text, media_type=f"{kind}; charset=utf-8")


# Questions ---------------------------------------------------------------------------------------


def _asking(model: type[_Question], answer: Callable[[_Question], Model]) -> _Handler:
    """A handler that reads a question, has it answered in a thread, and writes the answer."""
    limiter = CapacityLimiter(_THREADS)
    reader = TypeAdapter(model)

    def answered(body: bytes) -> Response:
        try:
            question = reader.validate_json(body or b"{}")
            return _json(answer(question), 200)
        except ValidationError as error:
            return _complaint(_explained(error), 400)
        except PageError as error:
            return _complaint(str(error), error.status)
        except Exception as error:  # noqa: BLE001 - what went wrong is said on the page
            return _complaint(f"internal error, {type(error).__name__}: {error}", 500)

    async def handle(request: Request) -> Response:
        body = await request.body()
        given_up = threading.Event()
        GIVEN_UP.set(given_up)
        watching = asyncio.create_task(_watch(request, given_up))
        try:
            return await to_thread.run_sync(answered, body, limiter=limiter)
        finally:
            watching.cancel()

    return handle


async def _watch(request: Request, given_up: threading.Event) -> None:
    """Take note when the page no longer waits: it has gone, or asked for something else."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    given_up.set()


def _explained(error: ValidationError) -> str:
    """The first thing that is wrong with a question, in a line."""
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"])) or "the request"
    return f"{place}: {first['msg']}"


def _complaint(message: str, status: int) -> Response:
    return _json(Complaint(message), status)


def _json(answer: Model, status: int) -> Response:
    return Response(to_json(answer), status, media_type="application/json")
