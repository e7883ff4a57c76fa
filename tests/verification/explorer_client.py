"""Speaking to an explorer as its page does, or as it must not be spoken to."""

import http.client
import json
import time
from typing import Any
from urllib.parse import urlsplit


class Client:
    """Speaks to the explorer at an address."""

    def __init__(self, address: str) -> None:
        self.host = urlsplit(address).netloc
        self.place = urlsplit(address).path.rstrip("/")

        self.question_head = (
            f"POST {self.place}/ask/board HTTP/1.1\r\nHost: {self.host}\r\n"
            "Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n"
        )

    def request(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection(self.host)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, f"{self.place}{path}", body, named)
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()

    def post(self, name: str, body: bytes, **headers: str) -> tuple[int, Any]:
        given = {"Origin": f"http://{self.host}", "Content_Type": "application/json"} | headers
        status, _, content = self.request("POST", f"/ask/{name}", body, **given)
        return status, json.loads(content)

    def ask(self, name: str, **question: object) -> Any:
        status, answer = self.post(name, json.dumps(question).encode())
        assert status == 200, answer
        return answer

    def refusal(self, name: str, **question: object) -> str:
        status, answer = self.post(name, json.dumps(question).encode())
        assert status == 400, (status, answer)
        message: str = answer["message"]
        assert "\n" not in message
        return message


EMPTY_2 = "2 ../.../.. r"


def place(position: str, **more: object) -> dict[str, object]:
    return {"position": position, **more}


def values_of(client: Client, position: str) -> Any:
    """The values of a position, when they are known."""
    while (values := client.ask("values", position=position))["state"] == "working":
        time.sleep(0.1)
    return values
