#!/usr/bin/env bats

load 'helpers/setup'

setup() {
  export HOME="$BATS_TMPDIR"
}

@test "prints the version" {
  run deploy --version
  [ "$status" -eq 0 ]
}

@test 'refuses without a target' {
  run deploy
  [ "$status" -eq 2 ]
}
