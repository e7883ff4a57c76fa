"""The documentation site is built without a warning, and its tutorials run."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

pytestmark = pytest.mark.deep

ROOT = Path(__file__).parents[1]
TUTORIALS = ("explore", "validate", "ci")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", "docs", "."]
    run = subprocess.run(
        [*command, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return folder


def test_every_page_is_on_the_site_and_can_be_searched(site: Path) -> None:
    pages = [
        *(page.relative_to(ROOT) for page in (ROOT / "docs").rglob("*.md")),
        Path("spec/RULES.md"),
        Path("verification/PROTOCOL.md"),
        Path("CONTRIBUTING.md"),
        Path("CHANGELOG.md"),
    ]
    assert [page for page in pages if not (site / page.with_suffix(".html")).is_file()] == []
    index = (site / "searchindex.js").read_text()
    known = json.loads(index[index.index("(") + 1 : index.rindex(")")])["docnames"]
    assert {str(page.with_suffix("")) for page in pages} <= set(known)
    assert "docs/index.html" in (site / "index.html").read_text()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("explore", ["Solution of board 2: red wins in 7 turns", "b2 red 7 best"]),
        ("validate", ["Failed: ", "differs from the rules on R2", "2 .r/.../rr r"]),
        ("ci", ["PASSED: ", "True quick 1"]),
    ],
)
def test_tutorials_run_and_show_what_came_of_it(site: Path, name: str, shown: list[str]) -> None:
    page = re.sub("<[^>]*>", "", (site / f"docs/tutorials/{name}.html").read_text())
    assert [text for text in shown if text not in page] == []
    assert "Traceback" not in page


def test_code_can_be_scrolled_and_captions_have_levels(site: Path) -> None:
    page = (site / "docs/tutorials/explore.html").read_text()
    assert "<pre>" not in page
    assert 'role="heading">' not in page
    assert 'aria-level="2">' in page


def test_the_reference_shows_signatures_and_their_errors(site: Path) -> None:
    page = (site / "docs/api/churnproof.html").read_text()
    for anchor in ("churnproof.Position.would_remove", "churnproof.solve", "churnproof.Outcome"):
        assert f'id="{anchor}"' in page
    assert "Raises" in page
    assert "churn_spec.rules.removed_stones" in (site / "docs/api/churn_spec.html").read_text()


def test_the_workflow_builds_the_site_as_this_test_does() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/site.yml").read_text())
    steps = [step.get("run", "") for step in workflow["jobs"]["build"]["steps"]]
    commands = [
        "sphinx-build -W --keep-going -c docs . build/site",
        "python -m tools.static_explorer build/site/explorer",
    ]
    assert [step for step in steps if step in commands] == commands
    contributing = (ROOT / "CONTRIBUTING.md").read_text()
    assert all(f"    {command}\n" in contributing for command in commands)
