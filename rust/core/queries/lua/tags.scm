; Lua. `function M.x()` belongs to table M.

(function_declaration
  name: [
    (identifier) @name
    (dot_index_expression table: (_) @container field: (identifier) @name)
    (method_index_expression table: (_) @container method: (identifier) @name)
  ]
  parameters: (_) . [(_) "end"] @body) @definition.function

(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (function_definition parameters: (_) . [(_) "end"] @body)))) @definition.function
(assignment_statement
  (variable_list
    . name: [
      (identifier) @name
      (dot_index_expression table: (_) @container field: (identifier) @name)
      (bracket_index_expression table: (_) @container field: (string content: (string_content) @name))
    ])
  (expression_list . value: (function_definition parameters: (_) . [(_) "end"] @body))) @definition.function
(field
  name: [(identifier) @name (string content: (string_content) @name)]
  value: (function_definition parameters: (_) . [(_) "end"] @body)) @definition.function

; What is required is an import, no value of this file.
((variable_declaration
  (assignment_statement (variable_list name: (identifier) @name))) @definition.constant
  (#match? @name "^[A-Z][A-Z0-9_]+$")
  (#not-match? @definition.constant "=\\s*require\\b"))
((variable_declaration
  (assignment_statement (variable_list name: (identifier) @name))) @definition.variable
  (#not-match? @definition.variable "=\\s*require\\b"))
(assignment_statement
  (variable_list name: (dot_index_expression table: (identifier) @container field: (identifier) @name))
  (#not-eq? @container "self")) @definition.property

[
  (do_statement)
  (if_statement)
  (for_statement)
  (while_statement)
  (repeat_statement)
] @local
(function_definition body: (_) @local)

(function_declaration parameters: (parameters name: (identifier) @parameter))
(function_definition parameters: (parameters name: (identifier) @parameter))

(comment) @comment
(string) @string
