"""The options of ``throwdown serve`` in groups, and the settings that they make."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from throwdown.kernel.errors import ThrowdownError

if TYPE_CHECKING:
    from throwdown.server.settings import Settings


@dataclass(frozen=True)
class Listening:
    """Where the server is reached."""

    port: Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)] = 8000
    host: Annotated[str, typer.Option(help="The address to listen on; 127.0.0.1 for this machine alone.")] = (
        "0.0.0.0"
    )
    tls: Annotated[
        bool, typer.Option("--tls", help="Serve HTTPS, with a certificate authority of this computer's own.")
    ] = False
    tls_cert: Annotated[str, typer.Option(help="Serve HTTPS with this certificate, a PEM file.")] = ""
    tls_key: Annotated[str, typer.Option(help="The key of that certificate, a PEM file.")] = ""


@dataclass(frozen=True)
class Reach:
    """Who may reach the server from elsewhere, and whom it may reach."""

    origin: Annotated[
        list[str] | None, typer.Option(help="A further web origin that may use this server (repeatable).")
    ] = None
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(help="The address or network of a proxy whose X-Forwarded headers count (repeatable)."),
    ] = None
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(help="A name of this server, such as games.example or *.games.example (repeatable)."),
    ] = None
    call_network: Annotated[
        list[str] | None,
        typer.Option(help="A private network that may be called, such as 192.168.0.0/16 (repeatable)."),
    ] = None
    smtp: Annotated[
        str, typer.Option(help="smtps://NAME:PASSWORD@HOST to send mail.", envvar="THROWDOWN_SMTP")
    ] = ""
    mail_from: Annotated[str, typer.Option(help="The address that mail comes from.")] = ""


@dataclass(frozen=True)
class Kept:
    """Where a server keeps everything, and the backups that it writes while it runs."""

    database: Annotated[
        str, typer.Option(help="sqlite:///FILE or postgresql://...; by default a file in your data folder.")
    ] = ""
    backups: Annotated[
        Path | None, typer.Option(help="A folder that backups are written to, from time to time.")
    ] = None
    backup_hours: Annotated[float, typer.Option(help="Hours between two of them.", min=0.01)] = 24.0
    backups_kept: Annotated[int, typer.Option(help="How many of them stay.", min=1)] = 14


@dataclass(frozen=True)
class Offered:
    """What tables offer beside what comes with Throwdown."""

    player: Annotated[
        list[Path] | None,
        typer.Option(help="The file of a trained player, which tables of its game then offer (repeatable)."),
    ] = None


@dataclass(frozen=True)
class Logging:
    """What a server tells of itself on standard error."""

    log_format: Annotated[str, typer.Option(help="text or json, for lines on standard error.")] = "text"
    log_level: Annotated[str, typer.Option(help="error, warning, info (each request) or debug.")] = "warning"


def settings_of(
    grace: float, listening: Listening, reach: Reach, kept: Kept, logging: Logging, offered: Offered
) -> Settings:
    """The settings of a server, without its host's token; raises ThrowdownError for options that are not
    known, cannot be, or exclude each other."""
    from throwdown.server import logs
    from throwdown.server.settings import Settings, data_folder, default_database
    from throwdown.server.web.front import checked_origin

    for given, known in ((logging.log_format, logs.Form), (logging.log_level, logs.Level)):
        if given not in get_args(known):
            raise ThrowdownError(f"{given!r} is none of {', '.join(get_args(known))}")
    if listening.tls and (listening.tls_cert or listening.tls_key):
        raise ThrowdownError("choose between --tls and a certificate of your own")
    if not listening.host:
        raise ThrowdownError("'' is no address to listen on: 0.0.0.0 stands for all of this machine")
    if kept.backups is not None and kept.backups.exists() and not kept.backups.is_dir():
        raise ThrowdownError(f"backups are written to a folder, which {str(kept.backups)!r} is not")
    origins = tuple(map(checked_origin, reach.origin or ()))
    return Settings(
        hints_ahead=True,
        database=kept.database or default_database(),
        backups=kept.backups,
        backup_hours=kept.backup_hours,
        backups_kept=kept.backups_kept,
        host=listening.host,
        port=listening.port,
        grace=grace,
        players=tuple(offered.player or ()),
        origins=origins,
        trusted_proxies=tuple(reach.trusted_proxy or ()),
        allowed_hosts=tuple(reach.allowed_host or ()),
        call_networks=tuple(reach.call_network or ()),
        smtp=reach.smtp,
        mail_from=reach.mail_from,
        tls=str(data_folder() / "tls") if listening.tls else "",
        tls_cert=listening.tls_cert,
        tls_key=listening.tls_key,
        log_form=cast("logs.Form", logging.log_format),
        log_level=cast("logs.Level", logging.log_level),
    )
