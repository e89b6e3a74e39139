"""One tree is one project and one chart, however its root is spelled."""

from __future__ import annotations

from pathlib import Path

import pytest
from shop import Run


@pytest.fixture
def places(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    link = tmp_path / "link"
    link.symlink_to(project)
    twice = tmp_path / "twice"
    twice.symlink_to(link)
    monkeypatch.chdir(project.parent)
    spellings = [
        str(project),
        f"{project}/",
        f"{project}//",
        f"{project}/./shop/..",
        "project",
        "./project/",
        f"../{tmp_path.name}/project",
        str(project / "shop"),
        str(link),
        f"{link}/",
        str(link / "shop"),
        str(twice),
    ]
    upper = tmp_path / "PROJECT"
    if upper.exists():  # names keep their case but are compared without it
        spellings.append(str(upper))
    return spellings


def test_every_spelling_is_the_same_project_and_chart(
    run: Run, places: list[str], data_dir: Path
) -> None:
    run("install", root=Path(places[0]))
    reports = [run("reindex", root=place) for place in places]  # type: ignore[arg-type]
    assert len({(each["project_id"], each["root"], each["chart"]) for each in reports}) == 1
    assert {each["parsed"] for each in reports} == {0}
    assert len(list(data_dir.glob("projects/*/charts/*.sqlite"))) == 1
