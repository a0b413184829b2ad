-- What searches have found out about positions, shared by all who play that deal: the one table
-- that is nobody's. A key is a digest of a position. The longest column stands last.

CREATE TABLE verdicts (
    slug TEXT NOT NULL,
    key BYTEA NOT NULL CHECK (length(key) = 16),
    kind TEXT NOT NULL CHECK (kind IN ('won', 'lost', 'unknown')),
    effort BIGINT NOT NULL CHECK (effort >= 0),
    seconds DOUBLE PRECISION NOT NULL,
    found DOUBLE PRECISION NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (slug, key)
);

CREATE INDEX old_verdicts ON verdicts (found);
