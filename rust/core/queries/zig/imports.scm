(builtin_function
  (builtin_identifier) @import
  (arguments . (string (string_content) @import.path))
  (#any-of? @import "@import" "@cInclude" "@embedFile"))
