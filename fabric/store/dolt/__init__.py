"""bd's tables behind a Dolt server, spoken to through PyMySQL."""
