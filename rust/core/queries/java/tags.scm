; Java. Visibility is a row (private). Methods of anonymous classes lie inside methods, so the kind is said here.

(class_declaration name: (_) @name body: (_) @body) @definition.class
(record_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (_) @name body: (_) @body) @definition.interface
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_constant name: (_) @name) @definition.member

(method_declaration name: (_) @name body: (_)? @body) @definition.method
(annotation_type_element_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name body: (_) @body) @definition.constructor
(compact_constructor_declaration name: (_) @name body: (_) @body) @definition.constructor

; Constants; other fields are part of their type's text.
(field_declaration
  (modifiers) @_modifiers
  declarator: (variable_declarator name: (identifier) @name)
  (#match? @_modifiers "static") (#match? @_modifiers "final")) @definition.constant
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant

(annotation) @attribute
(marker_annotation) @attribute

(formal_parameter name: (identifier) @parameter)
(spread_parameter (variable_declarator name: (identifier) @parameter))
(lambda_expression) @local

(line_comment) @comment
(block_comment) @comment
(string_literal) @string
(character_literal) @string
