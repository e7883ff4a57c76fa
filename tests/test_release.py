"""What a release is checked for."""

import tomllib
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from tools.check_release import ReleaseError, notes_of, require_sources_alone, wheel_in

ROOT = Path(__file__).parents[1]
CHANGELOG = "# Changes\n\n## 0.2.0\n\n- New.\n\n## 0.1.0\n\n- Old.\n"


def test_the_notes_of_a_release_are_its_part_of_the_changelog() -> None:
    assert notes_of("0.2.0", CHANGELOG) == "- New.\n"
    assert notes_of("0.1.0", CHANGELOG) == "- Old.\n"


def test_the_changelog_tells_of_the_version_that_would_be_released() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    notes = notes_of(version, (ROOT / "CHANGELOG.md").read_text())
    assert notes.count("\n- ") > 10


@pytest.mark.parametrize("changelog", ["# Changes\n", CHANGELOG, "## 0.3.0\n\n## 0.2.0\n\n- x\n"])
def test_a_version_without_notes_is_refused(changelog: str) -> None:
    with pytest.raises(ReleaseError, match=r"under a heading '## 0\.3\.0'"):
        notes_of("0.3.0", changelog)


def test_a_release_is_one_sdist_and_one_wheel_of_its_version(tmp_path: Path) -> None:
    for name in ("churnproof-0.2.0.tar.gz", "churnproof-0.2.0-py3-none-any.whl"):
        (tmp_path / name).touch()
    assert wheel_in(tmp_path, "0.2.0").name == "churnproof-0.2.0-py3-none-any.whl"
    with pytest.raises(ReleaseError, match=r"expected .*0\.3\.0"):
        wheel_in(tmp_path, "0.3.0")
    (tmp_path / "other.whl").touch()
    with pytest.raises(ReleaseError, match=r"other\.whl"):
        wheel_in(tmp_path, "0.2.0")


def test_a_wheel_holds_sources_alone() -> None:
    sources = ["churn_spec/rules.py", "churn_spec/py.typed", "churn_verification/rocq/Rules.v"]
    require_sources_alone([*sources, "churn_verification/rocq/Makefile", "a.dist-info/WHEEL"])
    for compiled in ("churn_verification/rocq/Rules.vo", "churn_verification/rocq/build/adapter"):
        with pytest.raises(ReleaseError, match="which is no source"):
            require_sources_alone([*sources, compiled])


def test_the_workflow_checks_a_release_before_it_is_published() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())
    steps = [step.get("run", step.get("uses", "")) for step in workflow["jobs"]["build"]["steps"]]
    checked = next(n for n, step in enumerate(steps) if "tools.check_release" in step)
    attested = next(n for n, step in enumerate(steps) if "attest-build-provenance" in step)
    assert checked < attested
    assert workflow["jobs"]["publish"]["needs"] == "build"
