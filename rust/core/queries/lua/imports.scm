(function_call
  name: (identifier) @import
  arguments: (arguments . (string content: (string_content) @import.path))
  (#any-of? @import "require" "dofile" "loadfile"))
