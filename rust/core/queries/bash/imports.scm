; Of a path that starts with an expansion the written end is kept.
(command
  name: (command_name) @import
  . argument: [
    (word) @import.path
    (raw_string) @import.path
    (string (string_content) @import.path .)
    (concatenation (word) @import.path .)
  ]
  (#any-of? @import "source" "." "load" "bats_load_library"))
