"""`leadline verify`: everything that can be recomputed from the store, recomputed; and what that proves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from leadline.cli.exits import Exit
from leadline.cli.options import archive_option, json_option, store_option
from leadline.cli.output import emit, emit_json, use_color

if TYPE_CHECKING:
    from leadline.engine.verify import VerifyReport

__all__ = ["command"]


@click.command("verify")
@click.argument("sessions", nargs=-1, metavar="[SESSION]...")
@archive_option
@store_option
@json_option
def command(sessions: tuple[str, ...], archive: str | None, store: str | None, as_json: bool) -> int:
    """Recompute every hash, anchor and receipt of the store, or of some sessions. Exit 3 if something is wrong.

    With --archive each text that a sweep moved there is looked for and hashed, too.
    """
    from leadline.cli.sessions import session_named
    from leadline.compose import open_archive, open_store
    from leadline.engine.verify import verify_store
    from leadline.views.terminal import paint, paragraph

    kept = None if archive is None else open_archive(archive, to_read=True)
    with open_store(store, create=False) as opened:
        names = [session_named(opened, given) for given in sessions] or None
        report = verify_store(opened, names, kept)
    code = Exit.FINE if report.ok else Exit.STORE
    if as_json:
        emit_json({"ok": report.ok, **_fields(report)})
        return code
    color = use_color()
    emit(
        paint("all is as it was written", "green", color)
        if report.ok
        else paint(_count(len(report.complaints)), "red", color)
    )
    emit(
        f"  looked at: sessions {len(report.sessions)}, receipts {report.n_receipts}, nodes {report.n_nodes}, "
        f"leaves {report.n_leaves} ({report.n_anchored} hashed against an anchor, {_swept(report)}), blobs {report.n_blobs}"
    )
    for complaint in report.complaints:
        emit()
        emit(f"  {paint(complaint.place, 'bold', color)}  {complaint.session or ''}".rstrip())
        emit("\n".join(paragraph(complaint.what, indent="    ")))
        emit("\n".join(paragraph(complaint.remedy, indent="    ")))
    for title, sentences in (
        ("Unfinished:", report.unfinished),
        ("This proves:", report.proves if report.ok else ()),
        ("It does not prove:", report.does_not_prove),
    ):
        if sentences:
            emit()
            emit(title)
            for sentence in sentences:
                emit("\n".join(paragraph(sentence, indent="  ")))
    return code


def _swept(report: VerifyReport) -> str:
    return f"{report.n_swept} swept" + (f", {report.n_archived} found in the archive" if report.n_archived else "")


def _count(n: int) -> str:
    return f"{n} thing{'s' if n != 1 else ''} wrong"


def _fields(report: object) -> dict[str, object]:
    from leadline.views.json import plain

    value = plain(report)
    assert isinstance(value, dict), "a report is a dataclass"
    return value
