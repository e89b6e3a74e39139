#!/bin/sh
# Says in one line what is missing to build Columbus from source; silent when nothing is.
# Usage: check-machine.sh [PYTHON]
set -u
python=${1:-python3}
fail() { echo "columbus needs $1" >&2; exit 1; }

command -v "$python" >/dev/null 2>&1 || fail "Python 3.10 or newer (no $python on PATH)"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
    fail "Python 3.10 or newer ($("$python" --version 2>&1) found)"
"$python" -c 'import venv, ensurepip' 2>/dev/null || fail "the venv module of Python (install python3-venv)"
command -v git >/dev/null 2>&1 || fail "git (none on PATH)"
command -v cargo >/dev/null 2>&1 || fail "a Rust toolchain with cargo (none on PATH)"
command -v cc >/dev/null 2>&1 || command -v gcc >/dev/null 2>&1 || command -v clang >/dev/null 2>&1 ||
    fail "a C compiler for the grammars (no cc on PATH)"
wanted=$(sed -n 's/^rust-version = "\([0-9.]*\)"/\1/p' Cargo.toml | head -n 1)
found=$(cargo --version 2>/dev/null | sed -n 's/^cargo \([0-9]*\.[0-9]*\).*/\1/p')
[ -n "$found" ] || fail "a working cargo (cargo --version failed)"
oldest=$(printf '%s\n%s\n' "$wanted" "$found" | sort -t. -k1,1n -k2,2n | head -n 1)
[ "$oldest" = "$wanted" ] || fail "Rust $wanted or newer (cargo $found found)"
