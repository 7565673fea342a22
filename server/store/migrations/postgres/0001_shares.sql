-- Times are microseconds since 1970; 0 is "never". A digest is a SHA-256 in hexadecimal.

CREATE TABLE tokens (
  id        TEXT    NOT NULL PRIMARY KEY,
  name      TEXT    NOT NULL,
  hash      BYTEA   NOT NULL UNIQUE,
  created   BIGINT  NOT NULL,
  last_used BIGINT  NOT NULL DEFAULT 0,
  revoked   BIGINT  NOT NULL DEFAULT 0
);

CREATE TABLE blobs (
  digest  TEXT    NOT NULL PRIMARY KEY,
  size    BIGINT  NOT NULL,
  stored  BIGINT  NOT NULL,
  touched BIGINT  NOT NULL
);

CREATE TABLE chunks (
  digest TEXT    NOT NULL REFERENCES blobs (digest) ON DELETE CASCADE,
  seq    BIGINT  NOT NULL,
  data   BYTEA   NOT NULL,
  PRIMARY KEY (digest, seq)
);

CREATE TABLE shares (
  id         TEXT    NOT NULL PRIMARY KEY,
  name       TEXT    NOT NULL,
  created    BIGINT  NOT NULL,
  expires    BIGINT  NOT NULL,
  gone       BIGINT  NOT NULL DEFAULT 0,
  deletion   BYTEA   NOT NULL,
  token      TEXT    NOT NULL,
  engine     TEXT    NOT NULL,
  preview    TEXT    NOT NULL,
  size       BIGINT  NOT NULL,
  transcript TEXT    REFERENCES blobs (digest),
  report     TEXT    REFERENCES blobs (digest)
);

CREATE INDEX shares_by_transcript ON shares (transcript);
CREATE INDEX shares_by_report ON shares (report);
CREATE INDEX shares_by_token ON shares (token, created);
CREATE INDEX shares_by_expiry ON shares (expires);
