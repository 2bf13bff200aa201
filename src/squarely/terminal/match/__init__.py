"""A match at this machine, however it is shown: agreed, opened, saved, watched, told."""
