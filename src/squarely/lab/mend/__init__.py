"""What a good rule set is, and the search for the smallest change that makes one."""
