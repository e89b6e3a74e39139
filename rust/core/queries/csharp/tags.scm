; C#. Visibility is a row (words in front). Namespaces are folders by another name, not owners.

(class_declaration name: (_) @name body: (_)? @body) @definition.class
(record_declaration name: (_) @name body: (_)? @body) @definition.class
(struct_declaration name: (_) @name body: (_)? @body) @definition.struct
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_member_declaration name: (_) @name @exported) @definition.member
(delegate_declaration name: (_) @name) @definition.type

(method_declaration name: (_) @name body: (_)? @body) @definition.method
(constructor_declaration name: (_) @name body: (_)? @body) @definition.constructor
(destructor_declaration "~" @name name: (_) @name body: (_)? @body) @definition.method
(operator_declaration "operator" @name operator: _ @name body: (_)? @body) @definition.method
(conversion_operator_declaration "operator" @name type: (_) @name body: (_)? @body) @definition.method
(local_function_statement name: (_) @name body: (_) @body) @definition.function

(property_declaration name: (_) @name accessors: (_) @body) @definition.property
(property_declaration name: (_) @name value: (_) @body) @definition.property
(indexer_declaration "this" @name accessors: (_) @body) @definition.property
(indexer_declaration "this" @name value: (_) @body) @definition.property
(event_declaration name: (_) @name) @definition.property
(event_field_declaration (variable_declaration (variable_declarator name: (_) @name))) @definition.property

; Constants; other fields are part of their type's text.
(field_declaration
  (modifier) @_modifier
  (variable_declaration (variable_declarator name: (_) @name))
  (#any-of? @_modifier "const" "readonly")) @definition.constant

(attribute_list) @attribute

(parameter name: (_) @parameter)
(parameter_list name: (identifier) @parameter)
(lambda_expression) @local
(anonymous_method_expression) @local

(comment) @comment
(string_literal) @string
(verbatim_string_literal) @string
(raw_string_literal) @string
(interpolated_string_expression) @string
(character_literal) @string
