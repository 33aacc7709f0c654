"""What `setup` answers."""

from pydantic import BaseModel, ConfigDict, Field


class SetupFile(BaseModel):
    """One file that setup changes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str = Field(description="Its path.")
    removed: bool = Field(default=False, description="Whether the file goes away.")


class SetupAnswer(BaseModel):
    """What was set up, or would be."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = Field(description="The host.")
    level: str = Field(description="project or user.")
    written: bool = Field(description="Whether files were written.")
    files: list[SetupFile] = Field(default=[], description="The files that change.")
    diff: str = Field(default="", description="For a dry run: the unified diff.")
    notes: list[str] = Field(default=[], description="What a person should know.")
