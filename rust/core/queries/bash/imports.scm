(command
  name: (command_name) @import
  . argument: [(word) (string) (raw_string) (concatenation)] @import.path
  (#any-of? @import "source" "." "load" "bats_load_library"))
