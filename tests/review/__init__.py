"""The review, checked against a truth that was found without the solver."""
