"""`spec/RULES.md`: its pictures are up to date and all that it says of positions is so.

Most tests here break a small page in one way and expect the one complaint.
"""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from tools.rules_page.__main__ import rules_page
from tools.rules_page.checking import (
    expected_pictures,
    problems,
    source_of,
    write_pictures,
)
from tools.rules_page.facts import FACTS
from tools.rules_page.page import FOLDER, PageError, read_page
from tools.rules_page.panel import PANEL, panel
from tools.rules_page.readings import (
    READINGS,
    Reading,
    differs,
    fewest_cells,
    reachable,
)

from churn_spec import CLAUSES, legal_placements, read_position, stated_by
from churn_verification.judge.figures import Figure, figures

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "spec" / "RULES.md"

SECTION = """
## P1 Isolated placements

> If an isolated placement exists, one must be made; enemy stones do not matter.

Stated by [`isolated_placements`](churn_spec/rules.py).

<!-- picture: one
position: 3-1-1-3-1-1 r.. b swap
overlays: names legal
turn: a2
reading: untouched-first
isolated: a2 a3
legal: a2 a3
reading legal: a3
forms: 1
-->
![A row of three cells](pictures/one.svg)

Legal are a2 and a3; with `untouched-first` only a3 would do.
"""


# The page itself ---------------------------------------------------------------------------------


@pytest.mark.deep
def test_the_page_is_right() -> None:
    assert problems(read_page(PAGE.read_text(encoding="utf-8")), PAGE.parent / FOLDER) == []


@pytest.mark.parametrize("clause", CLAUSES)
def test_the_page_has_a_section_for_each_clause(clause: str) -> None:
    page = read_page(PAGE.read_text(encoding="utf-8"))
    (section,) = [section for section in page if section.heading.startswith(f"{clause} ")]
    assert f"\n> {CLAUSES[clause]}\n" in section.text
    file = "clauses.py"
    if not clause.startswith("C"):
        assert f"[`{stated_by(clause).__name__}`](churn_spec/" in section.text
        file = stated_by(clause).__module__.removeprefix("churn_spec.") + ".py"
    assert f"](churn_spec/{file})" in section.text
    assert (PAGE.parent / "churn_spec" / file).is_file()


@pytest.mark.parametrize("figure", figures(), ids=lambda figure: f"figure-{figure.figure}")
def test_the_figures_are_on_the_page_as_the_designer_has_them(figure: Figure) -> None:
    blocks = {
        block.name: block
        for section in read_page(PAGE.read_text(encoding="utf-8"))
        for block in section.blocks
    }
    block = blocks[f"figure-{figure.figure}"]
    assert block.position == read_position(figure.position)
    said = block.facts
    if figure.legal is not None:
        assert said["legal"].split() == figure.legal
    if figure.formed_sizes_of_all_empty_cells is not None:
        sizes = sorted(int(each.partition("=")[2]) for each in said["formed sizes"].split())
        assert sizes == figure.formed_sizes_of_all_empty_cells
    if figure.removed is not None:
        assert said["removes"].split() == figure.removed
    if figure.then is not None:
        end = blocks["figure-4-end"].facts
        assert figure.then.stones is not None
        assert end["winner"] == figure.then.winner
        assert end["stones"] == f"{figure.then.stones.red} red, {figure.then.stones.blue} blue"


def test_links_lead_somewhere() -> None:
    text = PAGE.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    assert len(links) > 20
    for link in links:
        if link.startswith("#"):
            assert link[1:] in anchors
        elif not link.startswith("http"):
            assert (PAGE.parent / link).exists()


# A small page, broken in one way -----------------------------------------------------------------


def complaints(text: str, tmp_path: Path) -> list[str]:
    """What is wrong with a small page, its missing clauses and readings left out."""
    sections = read_page(text)
    folder = tmp_path / FOLDER
    write_pictures(folder, expected_pictures(sections))
    return [problem for problem in problems(sections, folder) if not problem.startswith("clause ")]


def test_the_small_page_is_right(tmp_path: Path) -> None:
    assert complaints(SECTION, tmp_path) == []
    everything = problems(read_page(SECTION), tmp_path / FOLDER)
    assert "clause P2 has no section" in everything
    assert "clause P2: nothing shows and names the reading largest-joined" in everything


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("\nlegal: a2 a3", "\nlegal: a2", "`legal`: the page has 'a2', right is 'a2 a3'"),
        (
            "reading legal: a3",
            "reading legal: a2",
            "`reading legal`: the page has 'a2', right is 'a3'",
        ),
        ("forms: 1", "forms: 2", "`forms`: the page has '2', right is '1'"),
        (
            "forms: 1",
            "forms: 1\nafter: x",
            "`after`: the page has 'x', right is '3-1-1-3-1-1 rb. r'",
        ),
        ("forms: 1", "forms: 1\nsize: 1", "`size`: there is no such fact"),
        ("turn: a2\n", "", "`forms`: needs a line `turn:`"),
        ("turn: a2", "turn: swap", "`forms`: needs a line `turn:` with a cell"),
        ("turn: a2", "turn: a1\nafter: x", "`after`: the turn breaks T1: the cell is occupied"),
        ("untouched-first\n", "no\n", "`reading legal`: needs a line `reading:` with one of"),
        ("Legal are a2 and a3", "They are a2, a3", None),
        ("Legal are a2 and a3", "They are two", "the prose does not say `legal: a2 a3`"),
        ("would do.", "would do. Legal are a1 and a2.", "no comment checks that legal are a1 a2"),
        ("[A row of three cells]", "[ ]", "picture one has no text for those who do not see it"),
        ("pictures/one.svg", "pictures/two.svg", "picture two is shown and not described"),
        ("pictures/one.svg", "pictures/two.svg", "picture one is described and not shown"),
        ("must be made;", "may be made;", "the statement is not `> If an isolated placement"),
        ("`isolated_placements`", "`isolated`", "there is no link [`isolated_placements`]"),
    ],
)
def test_what_is_wrong_with_a_page_is_said(
    tmp_path: Path, old: str, new: str, complaint: str | None
) -> None:
    assert old in SECTION
    found = complaints(SECTION.replace(old, new), tmp_path)
    if complaint is None:
        assert found == []
    else:
        assert [problem for problem in found if complaint in problem]


def test_a_picture_must_say_something_and_once_only(tmp_path: Path) -> None:
    comment = "<!-- picture: one\nposition: 1 . r\n-->\n"
    found = complaints(SECTION + comment, tmp_path)
    assert any("says nothing that could be checked" in problem for problem in found)
    assert any("picture one is described 2 times" in problem for problem in found)


def test_a_clause_needs_a_picture(tmp_path: Path) -> None:
    bare = SECTION[: SECTION.index("<!--")]
    assert complaints(bare, tmp_path) == ["P1 Isolated placements: there is no picture"]


def test_a_smallest_position_must_be_the_smallest(tmp_path: Path) -> None:
    def verdict(position: str) -> list[str]:
        text = SECTION.replace("3-1-1-3-1-1 r.. b swap", position).replace(
            "legal: a2 a3", "smallest: yes"
        )
        return [problem for problem in complaints(text, tmp_path) if "`smallest`" in problem]

    assert verdict("3-1-1-3-1-1 r.. b swap") == []
    assert verdict("4-1-1-4-1-1 r... b swap")
    assert verdict("3-1-1-3-1-1 ..r r")  # no difference
    assert verdict("3-1-1-3-1-1 b.. r")  # no game leads there


@pytest.mark.parametrize(
    ("comment", "error"),
    [
        ("picture: x", "line 3: the comment has no line `position:`"),
        ("picture: x\nposition: 2", "line 3, picture x: position '2'"),
        ("picture: x\nposition: 1 . r\noverlays: all", "line 3, picture x: overlay 'all'"),
        ("picture: x\nposition: 1 . r\nturn: b1", "line 3, picture x: cell 'b1'"),
        ("picture: x\nposition: 1 . r\nnothing", "line 5: expected `key: value`"),
        ("picture: x\npicture: y", "line 4: expected `key: value`, each key once"),
    ],
)
def test_comments_that_cannot_be_read_are_refused_with_the_line(comment: str, error: str) -> None:
    with pytest.raises(PageError) as refusal:
        read_page(f"# Page\n\n<!-- {comment}\n-->\n")
    assert str(refusal.value).startswith(error)


def test_overlays_that_do_not_fit_are_refused_with_the_line() -> None:
    sections = read_page("# Page\n<!-- picture: x\nposition: 1 . r\noverlays: last=a1\n-->\n")
    with pytest.raises(PageError, match="line 2, picture x: last: there is no stone"):
        expected_pictures(sections)


# Pictures and the command ------------------------------------------------------------------------


def run(page: Path, *options: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(rules_page, [str(page), *options])
    return result.exit_code, result.stdout, result.stderr


def test_the_command_writes_mends_and_deletes_pictures(tmp_path: Path) -> None:
    page = tmp_path / "RULES.md"
    page.write_text(SECTION)
    folder = tmp_path / FOLDER
    picture = folder / "one.svg"
    assert run(page) == (0, f"wrote {picture} (missing)\n", "")
    drawn = picture.read_text()
    assert run(page) == (0, "", "")
    picture.write_text(drawn + " ")
    (folder / "old.svg").write_text(drawn)
    status, out, err = run(page, "--check")
    assert status == 1
    assert out.splitlines()[:2] == [f"{picture}: stale", f"{folder / 'old.svg'}: left over"]
    assert err.endswith(" problems\n")
    assert run(page) == (
        0,
        f"wrote {picture} (stale)\ndeleted {folder / 'old.svg'} (left over)\n",
        "",
    )
    assert picture.read_text() == drawn
    picture.unlink()
    assert run(page, "--check")[1].startswith(f"{picture}: missing\n")


def test_the_explorers_panel_says_what_the_page_does() -> None:
    page = (ROOT / "spec/RULES.md").read_text()
    shown = (ROOT / PANEL).read_text()
    assert shown == panel(page)
    assert "<strong>The second turn.</strong>" in shown
    assert '<a class="clause" href="#rule-F1">every game ends</a>' in shown
    assert panel(page.replace("You may not pass.", "You may pass.")) != shown
    with pytest.raises(PageError, match="no heading"):
        panel("# The rules of Churn\n")


def test_the_command_says_in_one_line_what_it_cannot_do(tmp_path: Path) -> None:
    page = tmp_path / "RULES.md"
    assert run(page) == (3, "", f"rules_page: cannot read {page}: No such file or directory\n")
    page.write_text("# Page\n<!-- picture: x -->\n")
    status, out, err = run(page, "--check")
    assert (status, out) == (2, "")
    assert err == f"rules_page: {page}, line 2: the comment has no line `position:`\n"
    page.write_text(SECTION)
    (tmp_path / FOLDER).write_text("in the way")
    status, out, err = run(page)
    assert (status, out) == (3, "")
    assert err.startswith(f"rules_page: cannot write {tmp_path / FOLDER}: ")


# Readings ----------------------------------------------------------------------------------------


def test_the_specification_does_not_differ_from_itself() -> None:
    positions = reachable(read_position("2 ../.../.. r").board)
    assert len(positions) == 535
    same = Reading("P1")
    assert not any(differs(same, position) for position in positions)
    assert all(legal_placements(position) for position in positions)


def test_readings_are_of_clauses_and_say_what_they_are() -> None:
    assert len(READINGS) >= 17
    assert len({reading.sentence for reading in READINGS.values()}) == len(READINGS)
    assert {reading.clause for reading in READINGS.values()} == {"P1", "P2", "R1", "R2", "E1", "E2"}
    assert fewest_cells("untouched-first") == 3
    with pytest.raises(KeyError):
        fewest_cells("none")
    assert source_of("P1") == "[`isolated_placements`](churn_spec/rules.py)"


def test_each_fact_is_used_on_the_page() -> None:
    used = {
        key
        for section in read_page(PAGE.read_text(encoding="utf-8"))
        for block in section.blocks
        for key in block.facts
    }
    assert used == set(FACTS)
