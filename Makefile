# One verb a job; CI and people run the same verbs. `make help` lists them.

PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
QUERY ?= how are search results ranked
# Licences of what is installed beside the wheel. MPL-2.0 is tqdm's: it binds changes of its own files.
ALLOWED := MIT;Apache;BSD;PSF;Python Software;ISC;0BSD;MPL-2.0;any-OSI

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help check setup build try test rust-test py-test lint format type docs ci wheel licences quality quality-data clean

help: ## List the verbs
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

check: ## Say what is missing on this machine
	@sh scripts/check-machine.sh $(PYTHON)

$(BIN)/maturin: requirements.txt requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

setup: check $(BIN)/maturin ## Make the virtual environment with pinned tools

build: setup ## Build the native side and install the package for development
	PIP_QUIET=1 VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin develop --release --locked --quiet

try: build ## Install, then ask this repository a question: make try QUERY="…"
	COLUMBUS_DATA_DIR=$(CURDIR)/$(VENV)/columbus-data $(BIN)/columbus search "$(QUERY)" --limit 5

test: build rust-test py-test ## Install, then run all tests

# The profile of the wheel, so that the grammars are compiled once.
rust-test: setup ## Run the tests of the core
	cargo test --release --locked --quiet --workspace

py-test: build ## Run the tests of the package
	$(BIN)/python -m pytest

lint: setup ## Check style of both languages
	cargo fmt --all --check
	cargo clippy --release --locked --quiet --workspace --all-targets -- -D warnings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup ## Rewrite both languages to the style
	cargo fmt --all
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format .

type: build ## Check the types, and the stub against the native module
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest columbus._native --mypy-config-file pyproject.toml

docs: build ## Write the generated documents: docs/cli.md, docs/languages.md, THIRD_PARTY.md
	$(BIN)/python scripts/generate_docs.py
	$(BIN)/python scripts/third_party.py

ci: lint type test ## All that must hold before a change lands

wheel: setup ## Build the wheel into dist/ and search with it in a clean environment
	rm -rf dist
	$(BIN)/maturin build --release --locked --out dist
	sh scripts/try-wheel.sh dist/*.whl $(PYTHON)

licences: setup ## Check the licences of what is linked and installed
	$(BIN)/python scripts/third_party.py --check
	$(BIN)/pip-licenses --packages $$(sed -n 's/==.*//p' requirements.txt | sort -u) \
	  --partial-match --allow-only "$(ALLOWED)"
	@if command -v cargo-deny >/dev/null; then cargo deny check; \
	else echo "cargo-deny is not installed: crates are checked by CI only"; fi

# Refused before anything is built.
quality-data:
	@test -n "$(DATA)" && test -n "$(REPOS)" || \
	  { echo "make quality DATA=… REPOS=…, see benches/README.md" >&2; exit 1; }

quality: quality-data build ## Score the answers: make quality DATA=… REPOS=…
	$(BIN)/python $(DATA)/ndcg.py --annotations $(DATA)/annotations --repos $(REPOS) --server \
	  --runner "$(CURDIR)/$(BIN)/python $(CURDIR)/benches/quality/serve.py"

clean: ## Remove what was built
	rm -rf $(VENV) target dist python/columbus/*.so python/columbus/*.pyd
