-- What a player has chosen, as text, and when: only what differs from the defaults.

CREATE TABLE choices (
    player BYTEA NOT NULL CHECK (length(player) = 32),
    moved DOUBLE PRECISION NOT NULL,
    choices TEXT NOT NULL,
    PRIMARY KEY (player)
);
