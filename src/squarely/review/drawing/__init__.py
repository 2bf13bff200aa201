"""Boards and charts, drawn once for every page, report and picture."""
