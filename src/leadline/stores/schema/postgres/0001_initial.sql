-- Schema 1 of the PostgreSQL store. Forward only: a published file is never edited, a change is the next number.
-- The same records as the SQLite store's, in a schema of their own (search_path is set). Names are UTF-8 bytes
-- (surrogates passed through), since text here takes no NUL; an index holds their SHA-256, since an index row has a
-- limit and a name has none. To read them by hand: SELECT convert_from(name, 'UTF8'), ref FROM sessions JOIN refs ON id = session;

CREATE TABLE migrations (
  version    integer PRIMARY KEY CHECK (version > 0),
  name       text NOT NULL,
  digest     text NOT NULL,            -- SHA-256 of the step's statements
  applied_at text NOT NULL             -- ISO 8601, UTC
);

CREATE TABLE sessions (
  id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name bytea NOT NULL
);

CREATE UNIQUE INDEX sessions_by_name ON sessions (sha256(name));

CREATE TABLE blobs (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest   text COLLATE "C" NOT NULL UNIQUE,
  size     bigint NOT NULL,            -- bytes before compression
  encoding text NOT NULL CHECK (encoding IN ('raw', 'zlib')),
  body     bytea NOT NULL
);

-- Deflated already: the server need not try again.
ALTER TABLE blobs ALTER COLUMN body SET STORAGE EXTERNAL;

-- Which sessions hold a blob; a sweep removes it when the last of them lets go (a forked session shares its leaves).
CREATE TABLE holders (
  blob    bigint NOT NULL REFERENCES blobs (id),
  session bigint NOT NULL REFERENCES sessions (id),
  PRIMARY KEY (blob, session)
);

-- The chain: appended to, never changed.
CREATE TABLE receipts (
  session    bigint NOT NULL REFERENCES sessions (id),
  seq        bigint NOT NULL CHECK (seq >= 0),
  digest     text COLLATE "C" NOT NULL,
  body       bytea NOT NULL,
  written_at text NOT NULL,            -- ISO 8601, UTC; beside the hash, never inside
  PRIMARY KEY (session, seq),
  UNIQUE (session, digest)
);

CREATE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a receipt is never changed or removed';
END;
$$;

CREATE TRIGGER receipts_are_never_changed BEFORE UPDATE OR DELETE ON receipts
FOR EACH ROW EXECUTE FUNCTION forbid_change();

CREATE TRIGGER receipts_are_never_truncated BEFORE TRUNCATE ON receipts
FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

-- The commit point of a session. turn orders sessions by their last step, whatever the clock says.
CREATE SEQUENCE turns AS bigint;

CREATE TABLE refs (
  session    bigint PRIMARY KEY REFERENCES sessions (id),
  ref        text NOT NULL,
  turn       bigint NOT NULL UNIQUE,
  updated_at text NOT NULL
);

-- The record beside the chain: a cut tail is found as surely as an edit.
CREATE TABLE heads (
  session bigint PRIMARY KEY REFERENCES sessions (id),
  count   bigint NOT NULL CHECK (count > 0),
  digest  text NOT NULL
);

CREATE TABLE nodes (
  session bigint NOT NULL REFERENCES sessions (id),
  node_id bytea NOT NULL,
  digest  text COLLATE "C" NOT NULL    -- in blobs or in tombstones
);

CREATE UNIQUE INDEX nodes_by_name ON nodes (session, sha256(node_id));

-- What stays where a leaf was removed; digest is that of body.
CREATE TABLE tombstones (
  place   bigint GENERATED ALWAYS AS IDENTITY UNIQUE,  -- the order in which they were written
  digest  text COLLATE "C" NOT NULL,
  body    bytea NOT NULL,
  session bigint NOT NULL,
  receipt text COLLATE "C" NOT NULL,
  PRIMARY KEY (digest, session, receipt),
  FOREIGN KEY (session, receipt) REFERENCES receipts (session, digest) DEFERRABLE INITIALLY DEFERRED
);

-- Which digests were removed, and by which receipt.
CREATE TABLE swept (
  digest  text COLLATE "C" NOT NULL,
  session bigint NOT NULL,
  receipt text COLLATE "C" NOT NULL,
  PRIMARY KEY (digest, session, receipt),
  FOREIGN KEY (session, receipt) REFERENCES receipts (session, digest) DEFERRABLE INITIALLY DEFERRED
);
