"""What is kept for the user on this machine, and how files are written."""
