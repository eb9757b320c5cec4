"""Traces and metrics for OpenTelemetry collectors. Off by default; the packages are imported only if they are on."""
