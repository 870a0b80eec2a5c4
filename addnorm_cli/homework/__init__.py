"""Lists of problems: made with nice numbers, and worked into documents to hand in."""
