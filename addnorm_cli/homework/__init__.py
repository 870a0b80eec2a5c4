"""Lists of problems: made with kind numbers, and worked into documents to hand in."""
