"""What of specification and engine the checks execute, each for itself."""

from pydantic import BaseModel, ConfigDict


class Coverage(BaseModel):
    """To come."""

    model_config = ConfigDict(extra="forbid", frozen=True)
