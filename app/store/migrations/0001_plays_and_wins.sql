-- Understood by SQLite and PostgreSQL. Every key begins with the player (SHA-256 as hex text), so
-- that rows can be spread over machines by player.
CREATE TABLE plays (
    player TEXT NOT NULL CHECK (length(player) = 64),
    slug TEXT NOT NULL,
    number BIGINT NOT NULL CHECK (number BETWEEN 1 AND 4294967295),
    log TEXT NOT NULL,
    ply INTEGER NOT NULL CHECK (ply >= 0),
    version INTEGER NOT NULL CHECK (version >= 1),
    last TEXT NOT NULL,
    position TEXT,
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    started DOUBLE PRECISION NOT NULL,
    moved DOUBLE PRECISION NOT NULL,
    seconds DOUBLE PRECISION NOT NULL,
    undos INTEGER NOT NULL,
    hints INTEGER NOT NULL,
    PRIMARY KEY (player, slug, number)
);
CREATE TABLE wins (
    player TEXT NOT NULL CHECK (length(player) = 64),
    slug TEXT NOT NULL,
    number BIGINT NOT NULL,
    log TEXT NOT NULL,
    moves INTEGER NOT NULL,
    seconds DOUBLE PRECISION NOT NULL,
    undos INTEGER NOT NULL,
    hints INTEGER NOT NULL,
    won_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player, slug, number)
);
