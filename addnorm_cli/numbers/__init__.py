"""How numbers are carried, and how they become digits."""
