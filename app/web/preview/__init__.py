"""Pictures of a deal's opening table, for those who see a link to it before they open it."""
