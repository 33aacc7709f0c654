"""Continuous integration: a file of ours that runs `fabric lint` on the tracked export.

GitHub runs every file in `.github/workflows/`; a GitLab project includes ours with one line,
which stays the owner's to write. The step asks about the whole graph, also about what closed before
`work.adopted`: an import can bring any time with it.
"""

from fabric.hosts.ground import Ground, Level
from fabric.hosts.host import Host, Remark, Topic
from fabric.hosts.own_file import OwnFile
from fabric.hosts.part import Part, Role

NAME = "ci"
GITLAB_FILE = ".gitlab/fabric-lint.gitlab-ci.yml"
EXPORT = "fabric-export.jsonl"
_BEADS_EXPORT = ".beads/issues.jsonl"

_GITHUB = """\
# {seal}
name: fabric lint

on:
  push:
  pull_request:

permissions: {}

jobs:
  fabric-lint:
    runs-on: ubuntu-latest
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683  # v4.2.2
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065  # v5.6.0
        with:
          python-version: "3.13"
      - run: python -m pip install bead-fabric
      - run: fabric lint --all --store jsonl:EXPORT --format github
"""

_GITLAB = """\
# {seal}
fabric-lint:
  image: python:3.13-slim
  script:
    - python -m pip install bead-fabric
    - fabric lint --all --store jsonl:EXPORT --format gitlab > gl-code-quality-report.json
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
"""


def parts(ground: Ground, _level: Level) -> tuple[Part, ...]:
    """Return the workflow of the service that the project uses; GitHub's where none is seen."""
    project = ground.project
    gitlab = ground.exists(project / ".gitlab-ci.yml")
    export = _export(ground)
    return (
        Part(
            project / ".github" / "workflows" / "fabric-lint.yml",
            OwnFile(NAME, _GITHUB.replace("EXPORT", export)),
            Role.HOOK,
            project,
            wanted=not gitlab,
        ),
        Part(
            project / GITLAB_FILE,
            OwnFile(NAME, _GITLAB.replace("EXPORT", export)),
            Role.HOOK,
            project,
            wanted=gitlab,
        ),
    )


def remarks(ground: Ground, _level: Level) -> tuple[Remark, ...]:
    """Tell what the person still has to do: track an export, include the template."""
    found = [_export_advice(ground)]
    gitlab = ground.text(ground.project / ".gitlab-ci.yml")
    if gitlab and GITLAB_FILE not in gitlab:
        found.append(
            f"Include the template in .gitlab-ci.yml: `include: {{local: {GITLAB_FILE}}}`."
        )
    return tuple(Remark(Topic.ADVICE, text) for text in found if text)


def _has_beads(ground: Ground) -> bool:
    names = ("metadata.json", "config.yaml", "issues.jsonl")
    return any(ground.exists(ground.project / ".beads" / name) for name in names)


def _export(ground: Ground) -> str:
    return _BEADS_EXPORT if _has_beads(ground) else EXPORT


def _export_advice(ground: Ground) -> str:
    if not _has_beads(ground):
        return (
            f"The step reads a tracked export: run `fabric export -o {EXPORT}` and commit the file"
            " with each change."
        )
    if _exports_by_itself(ground):
        return f"bd keeps {_BEADS_EXPORT} current; commit it with each change."
    return (
        f"The step reads {_BEADS_EXPORT}, which bd does not write by itself: run"
        " `bd config set export.auto true`, then `bd export -o .beads/issues.jsonl` once, and"
        " commit the file with each change."
    )


def _exports_by_itself(ground: Ground) -> bool:
    lines = ground.text(ground.project / ".beads" / "config.yaml").splitlines()
    said = [line.split("#")[0].replace(" ", "") for line in lines]
    return "export.auto:true" in said or '"export.auto":true' in said


HOST = Host(NAME, "CI", parts, remarks, levels=(Level.PROJECT,))
