"""The parts of the bd command store: stock bd, driven by its commands, as careful as they allow."""
