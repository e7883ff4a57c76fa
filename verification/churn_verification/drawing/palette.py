"""How each kind of mark looks: its paint, in light and in dark.

Red and Blue are told apart by shape as well as by hue: a full disc and a ring. So neither colour
blindness nor a grey print confuses them.
"""

from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final


class Theme(Enum):
    """Which colours a picture has: light, dark, or as the reader's system prefers."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True)
class Style:
    """The paint of one kind of mark. Colours are names in `LIGHT` and `DARK`.

    Attributes:
        fill: the colour of the area or the text.
        stroke: the colour of the line.
        width: the width of the line.
        opacity: of the whole mark, from 0 to 1.
        dashed: whether the line is dashed.
        bold: whether the text is bold.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 0
    opacity: float = 1
    dashed: bool = False
    bold: bool = False


STYLES: Final = MappingProxyType(
    {
        "panel": Style(fill="panel"),
        "cell": Style(fill="cell", stroke="line", width=1),
        "formed": Style(fill="formed", stroke="line", width=1),
        "legal": Style(fill="legal", stroke="legal-line", width=2),
        "legal-frame": Style(stroke="legal-line", width=2),
        "last": Style(stroke="ink", width=2.5),
        "red": Style(fill="red"),
        "blue": Style(fill="hole", stroke="blue", width=4.4),
        "red-gone": Style(fill="red", opacity=0.3),
        "blue-gone": Style(stroke="blue", width=4.4, opacity=0.3),
        "cross": Style(stroke="ink", width=2.2),
        "placed": Style(stroke="ink", width=1.5, dashed=True),
        "on-red": Style(fill="on-red", bold=True),
        "on-blue": Style(fill="ink", bold=True),
        "on-gone": Style(fill="ink", bold=True),
        "size": Style(fill="faint"),
        "legal-size": Style(fill="ink", bold=True),
        "name": Style(fill="faint"),
        "caption": Style(fill="ink"),
        "red-small": Style(fill="red"),
        "blue-small": Style(stroke="blue", width=2.2),
    }
)
"""Kind of mark to its style, in the order in which they lie on each other."""

LIGHT: Final = MappingProxyType(
    {
        "panel": "#ffffff",
        "cell": "#f1ede4",
        "line": "#a79f90",
        "formed": "#ffd98a",
        "legal": "#cdebc8",
        "legal-line": "#2f8a36",
        "ink": "#1c1c1c",
        "faint": "#5f584c",
        "red": "#c8281e",
        "on-red": "#ffffff",
        "blue": "#1f5fc4",
        "hole": "#ffffff",
    }
)

DARK: Final = MappingProxyType(
    {
        "panel": "#15181c",
        "cell": "#282d34",
        "line": "#59636f",
        "formed": "#503a0a",
        "legal": "#1e4a27",
        "legal-line": "#62c370",
        "ink": "#f2f2f2",
        "faint": "#b3bac3",
        "red": "#ee5a4f",
        "on-red": "#1a0503",
        "blue": "#6aaaff",
        "hole": "#15181c",
    }
)
