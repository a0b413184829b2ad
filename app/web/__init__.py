"""The web layer: carries forms and HTML between browsers, the core and the store."""
