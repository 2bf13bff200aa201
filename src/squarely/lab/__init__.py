"""The lab: rule sets, each solved and measured exactly, so that rules can be compared and mended."""
