"""Who acts."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

ActorKind = Literal["person", "agent"]


class Actor(BaseModel):
    """A person or an agent, by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, description="A name or an e-mail address.")
    kind: ActorKind = Field(default="person", description="Whether a person or an agent acted.")
