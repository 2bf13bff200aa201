"""What Squarely promises, checked."""
