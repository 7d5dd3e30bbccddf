-- Schema 2: which steps made this schema, and with which content. Step 1 of an older store is recorded when step 2 is.

CREATE TABLE migrations (
  version    INTEGER PRIMARY KEY CHECK (version > 0),
  name       TEXT NOT NULL,
  digest     TEXT NOT NULL,            -- SHA-256 of the step's statements
  applied_at TEXT NOT NULL             -- ISO 8601, UTC
);
