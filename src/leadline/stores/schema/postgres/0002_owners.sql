-- Schema 2: who works on a session. A token, not a lock: it expires, and compare-and-set of the ref still decides.

CREATE TABLE owners (
  name    bytea NOT NULL,              -- of a session; a new one has an owner before it has a row of its own
  token   text NOT NULL,               -- random, one for each piece of work
  doing   text NOT NULL,
  host    text NOT NULL,
  process text NOT NULL,               -- told apart from a later one with the same number
  pid     bigint NOT NULL,
  until   timestamptz NOT NULL         -- by the server's clock, the only one that all machines share
);

CREATE UNIQUE INDEX owners_by_name ON owners (sha256(name));
