-- How often each of those who ask much has asked which server, for rate limits that servers share:
-- a few rows, each gone soon after the window that it counts in. SQLite has no use for them.

CREATE TABLE counts (
    name TEXT NOT NULL,
    ends BIGINT NOT NULL,
    server TEXT NOT NULL,
    hits INTEGER NOT NULL,
    PRIMARY KEY (name, ends, server)
);
