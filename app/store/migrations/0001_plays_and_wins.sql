-- SQLite and PostgreSQL both understand this file. Every key begins with the player, so that
-- rows can be spread over machines. The long columns stand last: SQLite then reads the short
-- ones without them.

CREATE TABLE plays (
    player BYTEA NOT NULL CHECK (length(player) = 32),
    slug TEXT NOT NULL,
    number BIGINT NOT NULL CHECK (number BETWEEN 1 AND 4294967295),
    version INTEGER NOT NULL CHECK (version >= 1),
    won BOOLEAN NOT NULL,
    started DOUBLE PRECISION NOT NULL,
    moved DOUBLE PRECISION NOT NULL,
    seconds DOUBLE PRECISION NOT NULL,
    undos INTEGER NOT NULL,
    hints INTEGER NOT NULL,
    ply INTEGER NOT NULL CHECK (ply >= 0),
    last TEXT NOT NULL,
    log TEXT NOT NULL,
    position TEXT,
    PRIMARY KEY (player, slug, number)
);

-- Without "moved": that changes with every move, and PostgreSQL rewrites a row in place (HOT)
-- only while no index has to follow. Few plays of one player are unfinished: they are sorted.
CREATE INDEX unfinished_plays ON plays (player, slug) WHERE NOT won;

CREATE TABLE wins (
    player BYTEA NOT NULL CHECK (length(player) = 32),
    slug TEXT NOT NULL,
    number BIGINT NOT NULL CHECK (number BETWEEN 1 AND 4294967295),
    moves INTEGER NOT NULL,
    seconds DOUBLE PRECISION NOT NULL,
    undos INTEGER NOT NULL,
    hints INTEGER NOT NULL,
    won_at DOUBLE PRECISION NOT NULL,
    log TEXT NOT NULL,
    PRIMARY KEY (player, slug, number)
);
