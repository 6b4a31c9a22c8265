"""Figures of a running server, in the form that Prometheus reads.

Labels are templates of routes, methods and statuses: never a table, a guest or an address.
"""

from __future__ import annotations

import asyncio
import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from throwdown.server.hall import Hall
from throwdown.server.logs import answered

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 15.0)  # seconds
LOOK = 0.5  # seconds between looks at how late the event loop is
METHODS = frozenset(("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "WEBSOCKET"))
NOWHERE = "no route"  # of what was refused before a route was found


class Metrics:
    """The figures of one server process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self._requests = Counter(
            "throwdown_requests", "Requests answered.", ["method", "route", "status"], registry=registry
        )
        self._seconds = Histogram(
            "throwdown_request_seconds", "Time to answer.", ["route"], buckets=BUCKETS, registry=registry
        )
        self._events = Counter("throwdown_events_saved", "Events of matches saved.", registry=registry)
        self._commits = Histogram(
            "throwdown_commit_seconds", "Time to save durably.", buckets=BUCKETS, registry=registry
        )
        self._delay = Gauge(
            "throwdown_loop_delay_seconds",
            "The longest that the event loop was late since the last look.",
            registry=registry,
        )
        self._rooms = Gauge("throwdown_rooms", "Tables in memory.", registry=registry)
        self._playing = Gauge(
            "throwdown_matches_in_play", "Of them, tables with a match in play.", registry=registry
        )
        self._viewers = Gauge(
            "throwdown_viewers", "WebSockets of those who look at tables.", registry=registry
        )
        self._backlog = Gauge("throwdown_backlog_bytes", "What they have not yet read.", registry=registry)
        self.latest = 0.0  # seconds that the loop was late at most, since the last look

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered; ``route`` is its template."""
        # Strangers may send any word, and each would take memory of its own.
        method = method if method in METHODS else "other"
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)
        answered.info(
            "%s %s %s",
            method,
            route,
            status,
            extra={"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 2)},
        )

    def saved(self, events: int, seconds: float) -> None:
        """Count a commit that is durable, with so many events."""
        self._events.inc(events)
        self._commits.observe(seconds)

    @property
    def memory(self) -> int:
        """Bytes of memory that the process has; 0 where the system does not say."""
        return int(self.registry.get_sample_value("process_resident_memory_bytes") or 0)

    async def watch(self) -> None:
        """Measure how late the event loop is, until cancelled."""
        while True:
            due = time.monotonic() + LOOK
            await asyncio.sleep(LOOK)
            self.latest = max(self.latest, time.monotonic() - due)

    def text(self, hall: Hall) -> bytes:
        """All figures as they are now."""
        rooms = hall.rooms()
        self._rooms.set(len(rooms))
        self._playing.set(sum(bool(room.playing and not room.playing.match.over) for room in rooms))
        self._viewers.set(sum(len(room.audience.viewers) for room in rooms))
        self._backlog.set(hall.backlog.size)
        self._delay.set(self.latest)
        self.latest = 0.0
        return generate_latest(self.registry)
