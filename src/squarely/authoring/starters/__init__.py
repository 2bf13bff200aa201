"""Games to begin with, one file each: `squarely new` writes them under a new name and on another board."""
