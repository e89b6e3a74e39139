(namespace_use_declaration
  (namespace_use_clause . [(qualified_name) (name)] @import.path)) @import
(namespace_use_declaration
  (namespace_name) @import.path
  body: (namespace_use_group
    (namespace_use_clause . [(qualified_name) (name)] @import.name))) @import

; A path behind `__DIR__ .` starts with a slash.
(require_expression [(string (string_content) @import.path) (binary_expression right: (string (string_content) @import.path))]) @import
(require_once_expression [(string (string_content) @import.path) (binary_expression right: (string (string_content) @import.path))]) @import
(include_expression [(string (string_content) @import.path) (binary_expression right: (string (string_content) @import.path))]) @import
(include_once_expression [(string (string_content) @import.path) (binary_expression right: (string (string_content) @import.path))]) @import
