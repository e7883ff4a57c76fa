"""The pages about game graphs: their table is what the survey prints, their example runs."""

import doctest
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from churn_verification.cli import main
from churn_verification.stategraph.survey import plot_of, survey, table_of

DOCS = Path(__file__).parents[2] / "docs"
CELLS_SURVEYED_HERE = 12


def test_the_table_is_what_the_survey_prints() -> None:
    rows = survey(CELLS_SURVEYED_HERE, [], 1, lambda _done, _total: None)
    printed = table_of(rows).splitlines()
    page = (DOCS / "game-graphs.md").read_text()
    stored = [line for line in page.splitlines() if re.match(r"\| (board|---|[0-9-]+) \|", line)]
    first = stored.index(printed[0])
    assert len(printed) == 2 + 33
    assert stored[first : first + len(printed)] == printed


def test_the_example_of_the_public_interface_runs() -> None:
    result = doctest.testfile(
        str(DOCS / "game-graphs.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert result.attempted > 10
    assert result.failed == 0


def test_the_plot_has_a_mark_for_each_row_and_length() -> None:
    rows = survey(3, [], 1, lambda _done, _total: None)
    assert plot_of(rows, "png").startswith(b"\x89PNG")
    drawn = plot_of(rows, "svg")
    assert plot_of(rows, "svg") == drawn
    series = [
        group
        for group in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}g")
        if group.get("id", "").startswith("PathCollection_")
    ]
    marks = [len(list(group.iter("{http://www.w3.org/2000/svg}use"))) for group in series]
    legend = [1] * 5
    assert marks == [*[len(rows)] * 5, *legend]


def test_surveys_on_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    plot = tmp_path / "lengths.svg"
    arguments = ["churnproof", "graph", "--up-to", "4", "2", "--export", str(plot)]
    monkeypatch.setattr("sys.argv", arguments)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + 6 + 1
    assert lines[-1].startswith("| 2 | 7 | 585 | 1,005 | 32 / 18 / 0 |")
    assert plot.read_bytes().startswith(b"<?xml")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["graph"], "which board?"),
        (["graph", "--up-to", "3", "--json"], "prints a table"),
        (["graph", "--up-to", "3", "--export", "x.dot"], "ends in .svg or .png"),
        (["graph", "--up-to", "3", "4"], "of memory may be used"),
    ],
)
def test_surveys_that_cannot_be_made(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.setattr("sys.argv", ["churnproof", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert said in capsys.readouterr().err
