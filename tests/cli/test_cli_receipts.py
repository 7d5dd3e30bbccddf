"""`leadline keys` and `leadline receipts` as people run them: make a key, export, verify, and every way to get it wrong."""

from __future__ import annotations

import builtins
import json
import stat
from pathlib import Path

import pytest
from cli_runs import Run, run_here

SMALL = ("--budget", "3000")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with one session, a key, and a signed bundle of it."""
    folder = tmp_path_factory.mktemp("receipts")
    assert run_here(folder, "compact", "sample:airline", *SMALL).code == 0
    made = run_here(folder, "keys", "new", "--json")
    assert made.code == 0, made.err
    told = run_here(folder, "receipts", "export", "--out", "b.jsonl", "--texts", "--sign", "leadline.key",
                    "--envelope", "e.json", "--json")  # fmt: skip
    assert told.code == 0, told.err
    (folder / "told.json").write_text(told.out)
    return folder


def test_files_are_private_and_the_envelope_is_the_last_line(folder: Path) -> None:
    for name in ("leadline.key", "b.jsonl", "e.json"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600, name
    assert (folder / "b.jsonl").read_bytes().endswith((folder / "e.json").read_bytes())
    assert not list(folder.glob("*.part"))


def test_a_signed_bundle_is_confirmed(folder: Path) -> None:
    head = json.loads((folder / "told.json").read_text())["head"]
    ran = run_here(folder, "receipts", "verify", "b.jsonl", "--key", "leadline.key.pub", "--head", head, "--seen", head)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("confirmed  session openai-chat-")
    assert "vouched for by the key that you gave and the head that you gave" in ran.out
    as_json = json.loads(run_here(folder, "receipts", "verify", "b.jsonl", "--json").out)
    assert (as_json["ok"], as_json["vouched"], as_json["complaints"]) == (True, [], [])


def test_a_changed_bundle_is_refuted_with_exit_1(folder: Path) -> None:
    data = (folder / "b.jsonl").read_bytes()
    (folder / "bad.jsonl").write_bytes(data.replace(b'"verdict":"promote"', b'"verdict":"flatten"', 1))
    ran = run_here(folder, "receipts", "verify", "bad.jsonl", "--key", "leadline.key.pub")
    assert ran.code == 1
    assert ran.out.startswith("refuted")
    assert "edited: " in ran.out
    wrong = run_here(folder, "receipts", "verify", "b.jsonl", "--key", "0" * 62 + "01", "--json")
    assert wrong.code == 1
    assert [c["kind"] for c in json.loads(wrong.out)["complaints"]] == ["foreign_key"]


def test_a_node_and_single_leaves(folder: Path) -> None:
    ran = run_here(folder, "receipts", "export", "--out", "n.jsonl", "--node", "p1.0", "--leaf", "n0", "--leaf", "1")
    assert ran.code == 0, ran.err
    assert "2 leaves proven, 0 with text" in ran.out
    assert "signer  nobody" in ran.out
    assert "nobody vouches" in run_here(folder, "receipts", "verify", "n.jsonl").out


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("receipts", "export", "--out", "x", "--node", "p9.9"), 2, "node p9.9 is not there"),
        (("receipts", "export", "--out", "x", "--leaf", "n9999"), 2, "leaf n9999 is not under"),
        (("receipts", "export", "--out", "x", "--leaf", "p1"), 2, "--leaf p1 is no leaf"),
        (("receipts", "export", "--out", "x", "--envelope", "e"), 2, "--envelope without --sign"),
        (("receipts", "export", "--out", "x", "--sign", "missing"), 2, "missing cannot be read"),
        (("receipts", "export", "--out", "x", "--sign", "leadline.key.pub"), 2, "others may read the private key"),
        (("receipts", "export", "--out", "no/folder/x"), 2, "no such file or directory"),
        (("receipts", "export", "--out", "x", "--store", "nowhere"), 3, "nowhere"),
        (("receipts", "verify", "missing"), 2, "no such file or directory"),
        (("receipts", "verify", "b.jsonl", "--key", "missing.pub"), 2, "no such file or directory"),
        (("receipts", "verify", "b.jsonl", "--key", "leadline.key"), 2, "no Ed25519 public key"),
        (("receipts", "verify", "b.jsonl", "--head", "abc"), 2, "--head abc is no digest"),
        (("keys", "new"), 2, "leadline.key exists; a key is never overwritten"),
        (("keys", "new", "--out", "no/folder/k"), 2, "no such file or directory"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(folder: Path, args: tuple[str, ...], code: int, said: str) -> None:
    assert said in run_here(folder, *args).told(code)
    assert not (folder / "x").exists()


def test_a_key_that_others_may_read_or_that_is_another_kind_does_not_sign(folder: Path) -> None:
    for name, content in (("wide.key", (folder / "leadline.key").read_text()), ("rubbish.key", "rubbish")):
        (folder / name).write_text(content)
        (folder / name).chmod(0o644 if name == "wide.key" else 0o600)
        told = run_here(folder, "receipts", "export", "--out", "x", "--sign", name).told(2)
        assert ("chmod 600" if name == "wide.key" else "holds no private key") in told


def test_without_the_extra_signing_names_it_and_verifying_works(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: object, **more: object) -> object:
        if name.startswith("cryptography"):
            raise ImportError(name)
        return real(name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", without)
    assert 'pip install "leadline[signatures]"' in run_here(folder, "keys", "new", "--out", "y").told(2)
    assert run_here(folder, "receipts", "verify", "b.jsonl", "--key", "leadline.key.pub").code == 0


def test_a_store_that_was_edited_is_not_exported(run: Run, tmp_path: Path) -> None:
    import sqlite3

    assert run("compact", "sample:airline", *SMALL).code == 0
    with sqlite3.connect(tmp_path / ".leadline" / "leadline.db") as db:
        db.executescript("DROP TRIGGER receipts_are_never_changed")
        db.execute("UPDATE receipts SET body = replace(CAST(body AS TEXT), 'promote', 'demotes') WHERE seq = 0")
    db.close()
    told = run("receipts", "export", "--out", "x").told(3)
    assert "nothing was exported" in told
    assert "leadline verify" in told
    assert not (tmp_path / "x").exists()


def test_an_export_destroys_nothing_but_an_earlier_export(folder: Path) -> None:
    """Neither the key that signs, nor a transcript, a device or the bundle beside its envelope; and no half of the two files."""
    key, bundle = (folder / "leadline.key").read_bytes(), (folder / "b.jsonl").read_bytes()
    (folder / "notes.txt").write_text("mine")
    export = ("receipts", "export", "--sign", "leadline.key")
    for out, said in (
        ("leadline.key", "no bundle or envelope"),
        ("notes.txt", "no bundle or envelope"),
        (".", "is a folder"),
        ("", "is a folder"),
        ("none/x", "no such file or directory: none"),
        ("/dev/null", "is no regular file"),
    ):
        assert said in run_here(folder, *export, "--out", out).told(2), out
        assert said in run_here(folder, *export, "--out", "fresh", "--envelope", out).told(2), out
    assert "are the same file" in run_here(folder, *export, "--out", "fresh", "--envelope", "./fresh").told(2)
    assert not (folder / "fresh").exists()
    assert (folder / "leadline.key").read_bytes() == key
    assert (folder / "notes.txt").read_text() == "mine"
    again = run_here(folder, *export, "--out", "b.jsonl", "--envelope", "e.json", "--texts")
    assert (again.code, (folder / "b.jsonl").read_bytes()) == (0, bundle)


def test_what_is_to_be_verified_may_be_no_file(folder: Path) -> None:
    for args in ((".",), ("",), ("b.jsonl", "--key", "."), ("b.jsonl", "--key", "")):
        assert "is a folder; name a file" in run_here(folder, "receipts", "verify", *args).told(2), args


def test_a_disk_that_fills_leaves_no_half_a_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever of it was written is taken away again."""
    from leadline.cli import receipts
    from leadline.cli.exits import InputError

    def full(_from: object, _to: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(receipts.os, "replace", full)
    with pytest.raises(InputError, match="cannot be written: No space left"):
        receipts._write_private(tmp_path / "bundle.jsonl", b"x")
    assert list(tmp_path.iterdir()) == []
