-- Schema 1. Forward only: a published file is never edited, a change is the next number.
-- Digests are lower-case SHA-256 hex. Sessions and node ids are UTF-8 bytes (surrogates passed through), so that no
-- name can break a statement; to read them by hand: SELECT CAST(session AS TEXT), ref FROM refs;

CREATE TABLE blobs (
  id       INTEGER PRIMARY KEY,        -- grows, so that what names a blob by it is appended, not scattered
  digest   TEXT NOT NULL UNIQUE,
  size     INTEGER NOT NULL,           -- bytes before compression
  encoding TEXT NOT NULL CHECK (encoding IN ('raw', 'zlib')),
  body     BLOB NOT NULL
);

-- Which sessions hold a blob; a sweep removes it when the last of them lets go (a forked session shares its leaves).
CREATE TABLE holders (
  blob    INTEGER NOT NULL,
  session BLOB NOT NULL REFERENCES refs (session) DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY (blob, session)
) WITHOUT ROWID;

-- The chain: appended to, never changed.
CREATE TABLE receipts (
  session    BLOB NOT NULL REFERENCES refs (session) DEFERRABLE INITIALLY DEFERRED,
  seq        INTEGER NOT NULL CHECK (seq >= 0),
  digest     TEXT NOT NULL,
  body       BLOB NOT NULL,
  written_at TEXT NOT NULL,            -- ISO 8601, UTC; beside the hash, never inside
  PRIMARY KEY (session, seq),
  UNIQUE (session, digest)
);

CREATE TRIGGER receipts_are_never_changed BEFORE UPDATE ON receipts
BEGIN
  SELECT RAISE(ABORT, 'a receipt is never changed');
END;

CREATE TRIGGER receipts_are_never_removed BEFORE DELETE ON receipts
BEGIN
  SELECT RAISE(ABORT, 'a receipt is never removed');
END;

-- The commit point of a session. turn orders sessions by their last step, whatever the clock says.
CREATE TABLE refs (
  session    BLOB PRIMARY KEY,
  ref        TEXT NOT NULL,
  turn       INTEGER NOT NULL UNIQUE,
  updated_at TEXT NOT NULL
);

-- The record beside the chain: a cut tail is found as surely as an edit.
CREATE TABLE heads (
  session BLOB PRIMARY KEY REFERENCES refs (session) DEFERRABLE INITIALLY DEFERRED,
  count   INTEGER NOT NULL CHECK (count > 0),
  digest  TEXT NOT NULL
);

CREATE TABLE nodes (
  session BLOB NOT NULL REFERENCES refs (session) DEFERRABLE INITIALLY DEFERRED,
  node_id BLOB NOT NULL,
  digest  TEXT NOT NULL,               -- in blobs or in tombstones
  PRIMARY KEY (session, node_id)
) WITHOUT ROWID;

-- What stays where a leaf was removed; digest is that of body.
CREATE TABLE tombstones (
  digest  TEXT NOT NULL,
  body    BLOB NOT NULL,
  session BLOB NOT NULL,
  receipt TEXT NOT NULL,
  PRIMARY KEY (digest, session, receipt),
  FOREIGN KEY (session, receipt) REFERENCES receipts (session, digest) DEFERRABLE INITIALLY DEFERRED
);

-- Which digests were removed, and by which receipt.
CREATE TABLE swept (
  digest  TEXT NOT NULL,
  session BLOB NOT NULL,
  receipt TEXT NOT NULL,
  PRIMARY KEY (digest, session, receipt),
  FOREIGN KEY (session, receipt) REFERENCES receipts (session, digest) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
