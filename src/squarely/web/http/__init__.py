"""Requests, sockets, headers, limits, health: what every answer goes through."""
