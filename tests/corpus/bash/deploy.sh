#!/usr/bin/env bash
# Deploys the site.
set -euo pipefail

source "$(dirname "$0")/lib/common.sh"
. ./lib/log.sh
source lib/colors.sh

readonly VERSION="2.1"
declare -r MAX_RETRIES=5
declare -A servers=([prod]=one [test]=two)
export DEPLOY_ENV=staging
TARGET=/srv/site
count=0
typeset -i total=3

# Prints how to use it.
usage() {
  cat <<TEXT
usage: deploy [options]
fake() {
}
TEXT
}

function retry {
  local attempt=1
  readonly inner=2
  while ((attempt <= MAX_RETRIES)); do
    "$@" && return 0
    attempt=$((attempt + 1))
  done
}

function log::info() {
  printf '%s\n' "function nope { :; }" "$*"
}

with-dashes() (
  cd "$TARGET"
)

if [[ -n "${CI:-}" ]]; then
  notify() {
    echo "done" # in CI
  }
fi

main() {
  nested() {
    echo nested
  }
  case "$1" in
    up) retry true ;;
    *) usage ;;
  esac
}

alias ll='ls -l'

main "$@"
