"""The engine and its bots as WebAssembly modules, with the glue for JavaScript (docs/javascript.md)."""
