"""Who acts."""

from typing import Literal

from fabric.models.document import Document, means

ActorKind = Literal["person", "agent"]


class Actor(Document):
    """A person or an agent, by name."""

    name: str = means("A name or an e-mail address.", min_length=1)
    kind: ActorKind = means("Whether a person or an agent acted.", default="person")
