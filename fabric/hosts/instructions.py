"""The words that we put into instructions files: facts about the project, no rule's text.

The rules themselves change too often for a tracked file; they come from `fabric prime`.
"""

BODY = """\
## Project memory (fabric)

The ratified decisions of this project are memories in its bead graph, kept with `fabric`.

- `fabric prime` prints the work in hand and the rules in force. A session whose context does not
  hold its text yet, at the start or after a compaction, gets it by running that command.
- `fabric start ID` before work on a bead attaches the memories that apply to it and claims it;
  `fabric status ID` shows what still binds it, `fabric verify ID` runs the checks of its contract.
- `fabric show ID` prints one memory whole, `fabric search WORDS` finds others.
- `fabric propose` suggests a rule; a person ratifies it. `fabric remember "TEXT"` keeps a note.
"""
