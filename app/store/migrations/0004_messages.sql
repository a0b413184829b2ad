-- What visitors have written to us, and what is left to do about it. "due" is when a message is to
-- be mailed, or tried again; NULL: never, or done. The longest columns stand last.

CREATE TABLE messages (
    reference TEXT NOT NULL PRIMARY KEY,
    written DOUBLE PRECISION NOT NULL,
    lang TEXT NOT NULL,
    kind TEXT NOT NULL,
    email TEXT NOT NULL,
    held TEXT NOT NULL,
    likeness BYTEA NOT NULL CHECK (length(likeness) = 32),
    due DOUBLE PRECISION,
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    mailed DOUBLE PRECISION,
    answered DOUBLE PRECISION,
    slug TEXT NOT NULL,
    number BIGINT NOT NULL,
    ply INTEGER NOT NULL CHECK (ply >= 0),
    log TEXT NOT NULL,
    text TEXT NOT NULL
);

CREATE INDEX messages_to_mail ON messages (due) WHERE due IS NOT NULL;
CREATE INDEX messages_alike ON messages (likeness, written);

-- Random keys that all servers of a database share; made by the first that needs one.
CREATE TABLE keys (
    name TEXT NOT NULL PRIMARY KEY,
    value BYTEA NOT NULL
);
