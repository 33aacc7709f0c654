"""Which memories a work item or a reader is given: ranking, budget, and the text of a briefing."""
