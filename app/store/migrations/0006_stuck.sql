-- Whether no useful move was left when the play was last written: that counts as lost until the
-- player takes moves back. Of plays from before nobody asked: their next move tells.

ALTER TABLE plays ADD COLUMN stuck BOOLEAN NOT NULL DEFAULT FALSE;
