"""Skill, intervals, comparisons, ratings."""
