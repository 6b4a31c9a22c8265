"""What a server prints when its table is open."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from throwdown import welcome
from throwdown.server.web import certificates


@pytest.mark.parametrize("in_a_terminal", [True, False])
def test_where_to_trust_the_authority_is_printed_with_its_fingerprint_and_a_code_to_photograph(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, in_a_terminal: bool
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: in_a_terminal)
    monkeypatch.setattr(welcome, "lan_address", lambda: "192.168.7.9")
    welcome.greet("0.0.0.0", 8443, False, tls=str(tmp_path), secure=True)
    printed = capsys.readouterr().out
    page = "https://192.168.7.9:8443/trust"
    assert f"\n  {page}\n" in printed
    assert certificates.authority(tmp_path).fingerprint in printed
    assert (welcome.qr(page) in printed) == in_a_terminal
    assert (welcome.qr("https://192.168.7.9:8443/") in printed) == in_a_terminal
