"""Many rule sets: which there are, their answers and where these are kept, and which rules matter."""
