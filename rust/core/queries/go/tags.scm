; Go. Visibility is a row (capital); a method belongs to its receiver's type.

(function_declaration name: (_) @name body: (_)? @body) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @container
    (pointer_type (type_identifier) @container)
    (generic_type type: (type_identifier) @container)
    (pointer_type (generic_type type: (type_identifier) @container))
    (parenthesized_type (type_identifier) @container)
  ]))
  name: (_) @name
  body: (_)? @body) @definition.function

(type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (_) @name type: (interface_type "{" @body)) @definition.interface
(type_spec name: (_) @name) @definition.type
(type_alias name: (_) @name) @definition.type
(method_elem name: (_) @name) @definition.function

(const_spec name: (identifier) @name) @definition.constant
(var_spec name: (identifier) @name) @definition.variable
(func_literal) @local

; A declaration that holds one thing starts with its keyword.
(type_declaration . [(type_spec name: (_) @name) (type_alias name: (_) @name)] .) @decorated
(const_declaration . (const_spec name: (identifier) @name) .) @decorated
(var_declaration . (var_spec name: (identifier) @name) .) @decorated

(function_declaration parameters: (parameter_list (_ name: (identifier) @parameter)))
(method_declaration parameters: (parameter_list (_ name: (identifier) @parameter)))
(method_elem parameters: (parameter_list (_ name: (identifier) @parameter)))

(comment) @comment
(interpreted_string_literal) @string
(raw_string_literal) @string
(rune_literal) @string
