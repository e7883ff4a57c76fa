"""A document as one page of HTML: no script, no other file, nothing from the network."""

import base64
import re
from hashlib import sha256

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from churn_verification.drawing.cases import caption_of, picture_of, picture_styles
from churn_verification.links import link_to
from churn_verification.results import Counterexample, Status
from churn_verification.views.document import (
    WORDS,
    Cell,
    Code,
    Document,
    In,
    Link,
    Mark,
    Ref,
    pieces,
)
from churn_verification.views.words import facts_of, listed, place_of

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def page_of(document: Document) -> str:
    """The page."""
    environment = Environment(
        loader=PackageLoader("churn_verification.views"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        caption=_caption,
        facts=facts_of,
        inline=_inline,
        link=_link,
        listed=listed,
        picture=_picture,
        place=place_of,
    )
    page = environment.get_template("page.html").render(
        document=document,
        sections=document.shown_in(In.PAGE),
        picture_styles=Markup(picture_styles()),  # noqa: S704 - made here, of constants
        anchors=_anchors(document),
    )
    return page.replace("{style-hashes}", _hashes(page), 1)


def _hashes(page: str) -> str:
    """The style sheets that the page's own policy allows: those it has."""
    digests = [sha256(text.encode()).digest() for text in _STYLE.findall(page)]
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def _anchors(document: Document) -> frozenset[str]:
    """The places of the page that something can lead to."""
    return frozenset(
        entry.anchor
        for section in document.shown_in(In.PAGE)
        for block in section.blocks
        for entry in getattr(block, "entries", ())
        if entry.anchor
    )


def _inline(cell: Cell, anchors: frozenset[str] = frozenset()) -> Markup:
    """A line with its marks; a reference leads somewhere only if the place is on the page."""
    return Markup("").join(_piece(piece, anchors) for piece in pieces(cell))


def _piece(piece: object, anchors: frozenset[str]) -> Markup:
    match piece:
        case Status():
            return Markup('<span class="badge {}">{}</span>').format(piece.value, WORDS[piece])
        case Code(text):
            return Markup("<code>{}</code>").format(text)
        case Mark(text, tone):
            return Markup('<span class="{}">{}</span>').format(tone.value, text)
        case Link(text, target) | Ref(text, target):
            place = target if isinstance(piece, Link) else f"#{target}" * (target in anchors)
            return Markup('<a href="{}">{}</a>').format(place, text) if place else escape(text)
        case _:
            return escape(piece)


def _picture(case: Counterexample | None) -> Markup | None:
    picture = None if case is None else picture_of(case)
    return None if picture is None else Markup(picture)  # noqa: S704 - our renderer escapes


def _caption(case: Counterexample | None) -> str | None:
    """Which position a picture shows, as the beginning of a line."""
    caption = None if case is None else caption_of(case)
    return caption and caption[0].upper() + caption[1:].removesuffix(":")


def _link(case: Counterexample | None) -> str | None:
    return None if case is None else link_to(case)
