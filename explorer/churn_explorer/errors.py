"""What goes wrong on the page."""


class PageError(Exception):
    """A request that cannot be answered. The text is shown on the page as it is.

    Attributes:
        status: the HTTP status of the answer.
    """

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status
