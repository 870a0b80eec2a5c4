"""What can be asked, as records and tables."""
