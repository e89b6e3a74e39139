(import_statement source: (string) @import.path) @import
(import_statement (import_clause (identifier) @import.name)) @import
(import_statement (import_clause (named_imports (import_specifier name: (_) @import.name)))) @import
(export_statement source: (string) @import.path) @import
(export_statement (export_clause (export_specifier name: (_) @import.name)) source: (_)) @import

(call_expression
  function: (identifier) @_require
  arguments: (arguments . (string) @import.path)
  (#eq? @_require "require")) @import
(call_expression
  function: (import)
  arguments: (arguments . (string) @import.path)) @import
