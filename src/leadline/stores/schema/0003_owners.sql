-- Schema 3: who works on a session. A token, not a lock: it expires, and compare-and-set of the ref still decides.

CREATE TABLE owners (
  session BLOB PRIMARY KEY,            -- a new session has an owner before it has a ref
  token   TEXT NOT NULL,               -- random, one for each piece of work
  doing   TEXT NOT NULL,
  host    TEXT NOT NULL,
  process TEXT NOT NULL,               -- told apart from a later one with the same number
  pid     INTEGER NOT NULL,
  until   TEXT NOT NULL                -- ISO 8601, UTC
) WITHOUT ROWID;
