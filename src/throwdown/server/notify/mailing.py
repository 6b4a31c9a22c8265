"""Mail over the SMTP server that the host has configured."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from throwdown.server.errors import CannotServe, Refusal
from throwdown.server.notify.outgoing import Failed

LONGEST = 120  # letters of an address
SECONDS = 15.0
PORTS = {"smtp": 587, "smtps": 465}


def checked_address(address: str) -> str:
    """``address`` as mail is sent to it; refuses, quoting it, what is none."""
    name, at, host = address.strip().rpartition("@")
    plain = address.strip()
    is_plain = plain.isascii() and plain.isprintable() and not set(plain) & set(' ,;:<>()[]"\\')
    if not (name and at and "." in host and is_plain and len(plain) <= LONGEST):
        raise Refusal(f"no mail address: {address[:60]!r}", 400)
    return plain


def checked_server(url: str, sender: str) -> None:
    """Raise :class:`CannotServe` where ``url`` names no SMTP server, or mail would have no sender."""
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname:
        raise CannotServe(
            f"no SMTP server: {url[:60]!r}; needs smtp://name:password@host:port or smtps://..."
        )
    if "@" not in sender:
        raise CannotServe(f"mail needs a sender with --mail-from: {sender!r}")


def send(server: str, sender: str, to: str, subject: str, text: str) -> None:
    """Send one mail; takes as long as the server does. Raises :class:`Failed`."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].strip(">"))
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    parts = urlsplit(server)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    try:
        with _connected(parts.scheme, host, port) as smtp:
            if parts.username:
                smtp.login(unquote(parts.username), unquote(parts.password or ""))
            smtp.send_message(message)
    except (smtplib.SMTPException, OSError) as error:
        raise Failed(f"the mail server did not take it: {type(error).__name__}") from None


def _connected(scheme: str, host: str, port: int) -> smtplib.SMTP:
    """A session that is encrypted wherever the server can."""
    context = ssl.create_default_context()
    if scheme == "smtps":
        return smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=context)
    smtp = smtplib.SMTP(host, port, timeout=SECONDS)
    smtp.ehlo()
    if smtp.has_extn("starttls"):
        smtp.starttls(context=context)
    return smtp
