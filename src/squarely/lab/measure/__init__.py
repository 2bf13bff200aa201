"""Every measure of one rule set: counted where the values of all positions tell it, else played by the levels."""
