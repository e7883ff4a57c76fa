"""The application: the page's files, and the questions that it may ask.

Each question is a path below `/ask/`, a model of what is sent, and a function that answers with a
model. The functions run in threads, a few of each at a time, so that no turn waits for a graph;
what the page no longer waits for is not worked on any further.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.resources import files
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from jinja2 import Environment, StrictUndefined
from pydantic import BaseModel, ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from churn_explorer.answers import Answers
from churn_explorer.glyphs import board_styles, glyphs, text_places
from churn_explorer.guard import Guard, Keys
from churn_explorer.limits import GIVEN_UP, PageError

_THREADS = 2
"""How many questions of a kind are answered at a time."""
_TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
_PAGE = files("churn_explorer") / "page"

_Question = TypeVar("_Question", bound=BaseModel)
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
    routes = [Route("/", partial(_content, _index(), "text/html"), methods=["GET"])]
    styles = {"board.css": board_styles()}
    texts = {file.name: file.read_text("utf-8") for file in _PAGE.iterdir()} | styles
    for name, text in texts.items():
        kind = _TYPES.get(name.rpartition(".")[2])
        if kind is not None:
            routes.append(Route(f"/{name}", partial(_content, text, kind), methods=["GET"]))
    return routes


def _index() -> str:
    template = (_PAGE / "index.html").read_text("utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined)
    return environment.from_string(template).render(glyphs=glyphs(), text_places=text_places())


async def _content(text: str, kind: str, _request: Request) -> Response:
    return Response(text, media_type=f"{kind}; charset=utf-8")


# Questions ---------------------------------------------------------------------------------------


def _asking(model: type[_Question], answer: Callable[[_Question], BaseModel]) -> _Handler:
    """A handler that reads a question, has it answered in a thread, and writes the answer."""
    limiter = CapacityLimiter(_THREADS)

    def answered(body: bytes) -> Response:
        try:
            question = model.model_validate_json(body or b"{}")
            return _json(answer(question).model_dump_json(), 200)
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
    return _json(Complaint(message=message).model_dump_json(), status)


def _json(content: str, status: int) -> Response:
    return Response(content, status, media_type="application/json")


class Complaint(BaseModel):
    """Why a question is not answered; shown on the page as it is."""

    message: str
