; Bash. Functions in both forms; variables only where they stand in the file itself.

(function_definition name: (word) @name body: (_) @body) @definition.function

(program
  (declaration_command (variable_assignment name: (variable_name) @name)) @definition.constant
  (#match? @definition.constant "^(readonly|(declare|typeset)\\s+-\\w*r)"))
(program
  (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)
(program
  (variable_assignment name: (variable_name) @name) @definition.variable)

(comment) @comment
[(string) (raw_string) (ansi_c_string) (translated_string) (heredoc_body)] @string
