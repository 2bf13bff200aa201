"""Proofs: made, checked, tampered with."""
