"""What `setup` answers."""

from fabric.models.document import Document, means


class SetupFile(Document):
    """One file that setup changes."""

    path: str = means("Its path.")
    removed: bool = means("Whether the file goes away.", default=False)


class SetupAnswer(Document):
    """What was set up, or would be."""

    host: str = means("The host.")
    level: str = means("project or user.")
    written: bool = means("Whether files were written.")
    files: list[SetupFile] = means("The files that change.", default=[])
    diff: str = means("For a dry run: the unified diff.", default="")
    notes: list[str] = means("What a person should know.", default=[])
