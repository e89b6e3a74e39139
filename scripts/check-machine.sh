#!/bin/sh
# Says in one line all that this machine lacks to build Columbus from source; silent when nothing.
# Usage: check-machine.sh [PYTHON], from the root of the checkout. Exit status 1 when something lacks.
set -u
python=${1:-python3}
missing=
lacks() { missing="${missing:+$missing; }$1"; }
has() { command -v "$1" >/dev/null 2>&1; }

if ! has "$python"; then
    lacks "Python 3.10 or newer (no $python on PATH)"
elif ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    lacks "Python 3.10 or newer ($("$python" --version 2>&1) found, choose another by make PYTHON=…)"
elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    lacks "the venv module of Python (package python3-venv)"
fi

has git || lacks "git (none on PATH)"

wanted=$(sed -n 's/^rust-version = "\([0-9.]*\)"/\1/p' Cargo.toml | head -n 1)
if ! has cargo; then
    lacks "Rust $wanted or newer (no cargo on PATH)"
else
    found=$(cargo --version 2>/dev/null | sed -n 's/^cargo \([0-9]*\.[0-9]*\).*/\1/p')
    oldest=$(printf '%s\n%s\n' "$wanted" "$found" | sort -t. -k1,1n -k2,2n | head -n 1)
    if [ -z "$found" ]; then
        lacks "Rust $wanted or newer (cargo --version fails)"
    elif [ "$oldest" != "$wanted" ]; then
        lacks "Rust $wanted or newer (cargo $found found)"
    fi
fi

# The grammars are C. On Windows the Rust toolchain brings its own search for one.
case $(uname -s 2>/dev/null) in
MINGW* | MSYS* | CYGWIN*) ;;
*) has cc || has gcc || has clang || lacks "a C compiler (no cc on PATH)" ;;
esac

[ -z "$missing" ] && exit 0
echo "to build Columbus this machine lacks: $missing" >&2
exit 1
