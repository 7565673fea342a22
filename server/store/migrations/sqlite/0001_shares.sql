-- Times are microseconds since 1970; 0 is "never". A digest is a SHA-256 in hexadecimal.

CREATE TABLE tokens (
  id        TEXT    NOT NULL PRIMARY KEY,
  name      TEXT    NOT NULL,
  hash      BLOB    NOT NULL UNIQUE,
  created   INTEGER NOT NULL,
  last_used INTEGER NOT NULL DEFAULT 0,
  revoked   INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE blobs (
  digest  TEXT    NOT NULL PRIMARY KEY,
  size    INTEGER NOT NULL,
  stored  INTEGER NOT NULL,
  touched INTEGER NOT NULL
);

CREATE TABLE chunks (
  digest TEXT    NOT NULL REFERENCES blobs (digest) ON DELETE CASCADE,
  seq    INTEGER NOT NULL,
  data   BLOB    NOT NULL,
  PRIMARY KEY (digest, seq)
) WITHOUT ROWID;

CREATE TABLE shares (
  id         TEXT    NOT NULL PRIMARY KEY,
  name       TEXT    NOT NULL,
  created    INTEGER NOT NULL,
  expires    INTEGER NOT NULL,
  gone       INTEGER NOT NULL DEFAULT 0,
  deletion   BLOB    NOT NULL,
  token      TEXT    NOT NULL,
  engine     TEXT    NOT NULL,
  preview    TEXT    NOT NULL,
  size       INTEGER NOT NULL,
  transcript TEXT    REFERENCES blobs (digest),
  report     TEXT    REFERENCES blobs (digest)
);

CREATE INDEX shares_by_transcript ON shares (transcript);
CREATE INDEX shares_by_report ON shares (report);
CREATE INDEX shares_by_token ON shares (token, created);
CREATE INDEX shares_by_expiry ON shares (expires);
