# `just check` is what CI runs; `just fix` repairs what can be repaired; `just docs` writes the generated pages.

export PATH := justfile_directory() / ".venv/bin:" + env("PATH", "/usr/local/bin:/usr/bin:/bin")
export PYTHONPATH := justfile_directory() / "src"

default: check

# everything that must hold before a change goes in
check: format-check lint types imports test docs-check

format-check:
    ruff format --check src tests scripts examples

lint:
    ruff check src tests scripts examples

types:
    mypy --strict src

imports:
    lint-imports

test *ARGS:
    pytest {{ARGS}}

# generated pages equal what the program's own tables say
docs-check:
    python scripts/docs.py --check

docs:
    python scripts/docs.py

fix:
    ruff format src tests scripts examples
    ruff check --fix src tests scripts examples
    python scripts/docs.py
