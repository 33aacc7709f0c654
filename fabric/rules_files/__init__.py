"""Rules files of agents and teams: Markdown in, rules that could become memories out."""
