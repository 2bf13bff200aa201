"""What every command shares: how it prints, and help that leads with examples."""
