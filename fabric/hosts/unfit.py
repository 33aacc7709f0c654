"""Why the text of a foreign file cannot be edited, before anybody knows the name of the file."""


class Unfit(ValueError):
    """The text is not one that we may edit; whoever knows the path turns this into a refusal.

    `why` continues the sentence "PATH …", `remedy` says what the reader can do.
    """

    def __init__(self, why: str, remedy: str) -> None:
        super().__init__(why)
        self.why = why
        self.remedy = remedy
