"""Who is counted as one, and how many connections each of them has."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any


@lru_cache(maxsize=10_000)
def household_of(address: str) -> str:
    """Whoever is counted as one: an address, or the network of one subscriber, who has 2**64 addresses in IPv6."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


class ConnectionLimiter:
    """Who is inside, and how many of each household."""

    def __init__(self, most: int, proxies: Sequence[str] = ()) -> None:
        self._most = most
        self._trusted = _read_networks(proxies)
        self._inside: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        """Let one more in, or not."""
        one = household_of(address)
        if self._inside[one] >= self._most and not self.is_trusted(address):
            return False
        self._inside[one] += 1
        return True

    def release(self, address: str) -> None:
        """One has gone who was let in."""
        one = household_of(address)
        self._inside[one] -= 1
        if self._inside[one] <= 0:
            del self._inside[one]

    def is_trusted(self, address: str) -> bool:
        """Whether this is a proxy, behind which many people are."""
        try:
            return any(ip_address(address) in network for network in self._trusted)
        except ValueError:
            return False


def _read_networks(proxies: Sequence[str]) -> list[Any]:
    found = []
    for proxy in ("0.0.0.0/0", "::/0") if "*" in proxies else proxies:
        try:
            found.append(ip_network(proxy, strict=False))
        except ValueError:  # the path of a socket, say: nobody who connects has it as an address
            continue
    return found
