# Two commands, which need Python 3.11 or newer: `make play` and `make test`.
# tools/tasks.py does the work, the same on every system: without make, run `python tools/tasks.py play`.
#
#   PYTHON=python3.13   the Python that creates the environment
#   VENV=.venv          the folder of the environment
#   ARGS="..."          passed on: make play ARGS="--port 9000", make test ARGS="-k tunnel"

ifeq ($(OS),Windows_NT)
PYTHON ?= py -3
else
# the first Python on PATH that is new enough
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo "$$p" && exit; done; echo python3)
endif
VENV ?= .venv
ARGS ?=
export VENV

TASKS := play test quick check docs engine site bench build release pins clean

.PHONY: help $(TASKS)

help:
	@echo "make play    play in the browser (sets everything up)"
	@echo "make test    all tests, those in the browser included"
	@echo "make quick   the tests that take seconds on a machine where nothing is compiled"
	@echo "make check   format, lint, types, direction of imports, workflows, generated files, prose, docs"
	@echo "make docs    build the documentation site in build/docs/site"
	@echo "make engine  rules and bots for JavaScript in build/engine"
	@echo "make site    the game as a static site in build/site (ARGS: another folder)"
	@echo "make bench   figures as JSON"
	@echo "make build   wheel and sdist in dist/"
	@echo "make release every step of a release up to the tag (docs/releasing.md; ARGS=--dry-run tags nothing)"
	@echo "make pins    write the requirements files again (ARGS=--upgrade: newest versions)"
	@echo "make clean   remove what was installed and built here"

$(TASKS):
	@$(PYTHON) tools/tasks.py $@ $(ARGS)
