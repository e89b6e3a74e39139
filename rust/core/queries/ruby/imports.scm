; The keyword stands for the statement: it carries the predicate too.
(call
  !receiver
  method: (identifier) @import
  arguments: (argument_list . (string (string_content) @import.path))
  (#any-of? @import "require" "require_relative" "load" "require_dependency"))
(call
  !receiver
  method: (identifier) @import
  arguments: (argument_list . (simple_symbol) . (string (string_content) @import.path))
  (#eq? @import "autoload"))
