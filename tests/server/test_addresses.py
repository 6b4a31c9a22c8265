"""The address of a table, as others on the network reach it."""

from __future__ import annotations

import pytest

from throwdown.server.web import addresses


@pytest.mark.parametrize(
    ("asked", "host", "told"),
    [
        ("http://localhost:8000/", "0.0.0.0", "http://192.168.7.9:8000"),
        ("https://127.0.0.1/", "::", "https://192.168.7.9"),
        ("http://[::1]:8000/", "0.0.0.0", "http://192.168.7.9:8000"),
        ("http://localhost:8000/", "127.0.0.1", "http://localhost:8000"),  # the network does not reach it
        ("http://tisch.local:8000/", "0.0.0.0", "http://tisch.local:8000"),
        ("https://games.example/", "0.0.0.0", "https://games.example"),
    ],
)
def test_who_calls_this_machine_localhost_is_told_its_address_on_the_network(
    monkeypatch: pytest.MonkeyPatch, asked: str, host: str, told: str
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.7.9")
    assert addresses.address_for_others(asked, host) == told


def test_without_a_network_the_address_stays_as_it_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: None)
    assert addresses.address_for_others("http://localhost:8000/", "0.0.0.0") == "http://localhost:8000"
