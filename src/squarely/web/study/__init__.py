"""What the browser is shown and told: positions as messages, and the answers of the oracle."""
