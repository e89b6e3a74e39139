#!/bin/sh
# Installs a wheel into a clean environment outside of the checkout and searches a small project.
# The search has no network: proxies that nobody listens on, and no Rust or compiler is called.
# Usage: try-wheel.sh WHEEL [PYTHON]
set -eu
wheel=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
python=${2:-python3}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

"$python" -m venv "$place/env"
bin=$place/env/bin
[ -d "$bin" ] || bin=$place/env/Scripts
"$bin/python" -m pip install --quiet --disable-pip-version-check "$wheel"

mkdir "$place/project"
cd "$place/project"
printf 'def load_config(path):\n    """Read the settings."""\n    return path\n' > settings.py
printf 'def send(request):\n    """Send it again after a failure."""\n    return request\n' > retry.py

nowhere=http://127.0.0.1:9
export COLUMBUS_DATA_DIR="$place/data" HTTP_PROXY=$nowhere HTTPS_PROXY=$nowhere ALL_PROXY=$nowhere
export http_proxy=$nowhere https_proxy=$nowhere all_proxy=$nowhere NO_PROXY= no_proxy=
answer=$("$bin/columbus" search "where are the settings read" --json --limit 1)
case $answer in
*'"path":"settings.py"'*) echo "$(basename "$wheel"): answers" ;;
*)
    echo "$(basename "$wheel"): no such hit in $answer" >&2
    exit 1
    ;;
esac
