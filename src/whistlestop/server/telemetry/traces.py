"""Traces of requests, of messages on sockets, and of waits for the disk.

Attributes are routes, kinds of messages, statuses, codes of errors and the random ids of requests. They never include
texts of users, or paths, which contain the keys of tables. Trace headers from browsers are ignored, since anybody could
mark requests for recording.
"""

from __future__ import annotations

import time
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.telemetry.exporting import finish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    import msgspec

SPAN = "span"
"""The key of a request's span in the state of its scope."""
NOTHING: AbstractContextManager[None] = nullcontext()


class Traces:
    """Makes spans. Before `open` it makes none, and imports nothing."""

    def __init__(self) -> None:
        self._api: Any = None
        self._context: Any = None
        self._tracer: Any = None
        self._provider: Any = None
        self._exporter: Any = None

    def open(self, resource: Any) -> None:
        """Start exporting, as set in OpenTelemetry's variables."""
        from opentelemetry import context, trace  # noqa: PLC0415 - most servers do not need it
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

        self._exporter = OTLPSpanExporter()
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(self._exporter))
        self._tracer = self._provider.get_tracer("whistlestop")
        self._context, self._api = context, trace

    async def close(self) -> None:
        """Export the last spans, and stop."""
        if self._provider is not None:
            self._tracer = None
            await finish(self._provider.shutdown, self._exporter.shutdown)

    def request(self, scope: Any) -> AbstractContextManager[None]:
        """Begin the span of an HTTP request, which `answered` ends. Within the block, other spans are its children."""
        if self._tracer is None or scope["type"] != "http":
            return NOTHING
        return self._request(scope)

    @contextmanager
    def _request(self, scope: Any) -> Iterator[None]:
        span = self._begin(scope)
        token = self._context.attach(self._api.set_span_in_context(span, self._context.Context()))
        try:
            yield
        finally:
            self._context.detach(token)

    def _begin(self, scope: Any, since: float = 0.0) -> Any:
        route = scope.get("path_template") or "-"
        state: dict[str, Any] = scope["state"]
        state[SPAN] = self._tracer.start_span(
            f"{scope['method']} {route}",
            context=self._context.Context(),
            kind=self._api.SpanKind.SERVER,
            attributes={
                "http.request.method": scope["method"],
                "http.route": route,
                "whistlestop.request": state["request_id"],
            },
            start_time=time.time_ns() - int(since * 1e9),
        )
        return state[SPAN]

    def answered(self, scope: Any, status: int, seconds: float) -> None:
        """End the span of a request `seconds` after it arrived, when its response begins."""
        if self._tracer is None:
            return
        # Addresses that do not exist are refused before a span can begin.
        span = scope["state"].pop(SPAN, None) or self._begin(scope, seconds)
        span.set_attribute("http.response.status_code", status)
        if status >= 500:
            span.set_status(self._api.StatusCode.ERROR)
        span.end()

    def socket(self, name: str, request: str) -> Spans:
        """Return the maker of spans for the messages on a socket; `request` is the id of the request that opened it."""
        return Spans(self, name, request)

    def message(self, socket: str, message: msgspec.Struct, request: str) -> AbstractContextManager[None]:
        """Return the span of a message on a socket."""
        if self._tracer is None:
            return NOTHING
        kind = message.__struct_config__.tag
        attributes = {
            "whistlestop.socket": socket,
            "whistlestop.message": kind,
            "whistlestop.request": request,
        }
        return self._span(f"{socket} {kind}", self._context.Context(), attributes)

    def part(self, name: str) -> AbstractContextManager[None]:
        """Return a span within the current request or message, or a separate span if there is none."""
        if self._tracer is None:
            return NOTHING
        # Tasks inherit the span that was current when they started, and continue after its end.
        inside = self._api.get_current_span().is_recording()
        return self._span(name, None if inside else self._context.Context(), {})

    @contextmanager
    def _span(self, name: str, context: Any, attributes: dict[str, Any]) -> Iterator[None]:
        with self._tracer.start_as_current_span(
            name,
            context=context,
            kind=self._api.SpanKind.SERVER if attributes else self._api.SpanKind.INTERNAL,
            attributes=attributes,
            # The text of an exception can contain a user's input.
            record_exception=False,
            set_status_on_exception=False,
        ):
            try:
                yield
            except Exception as error:
                self.refused(error.code if isinstance(error, Refusal) else type(error).__name__)
                raise

    def refused(self, code: str) -> None:
        """Add the code of an error to the current span."""
        if self._tracer is not None:
            self._api.get_current_span().set_attribute("error.type", code)


@dataclass(frozen=True, slots=True)
class Spans:
    """Makes spans of the messages on one socket."""

    traces: Traces
    name: str
    request: str

    def message(self, message: msgspec.Struct) -> AbstractContextManager[None]:
        """Return the span of a message."""
        return self.traces.message(self.name, message, self.request)

    def refused(self, code: str) -> None:
        """Add the code of an error to the current span."""
        self.traces.refused(code)


NO_SPANS = Spans(Traces(), "", "")
"""Makes no spans."""
