; Scala 2 and 3. Objects are classes; extension methods belong to the extended type.

(package_object name: (identifier) @name body: (_) @body) @definition.module
(package_clause name: (package_identifier) @name body: (_) @body) @definition.module

(class_definition name: (identifier) @name body: (_)? @body) @definition.class
(object_definition name: (identifier) @name body: (_)? @body) @definition.class
(trait_definition name: (identifier) @name body: (_)? @body) @definition.trait
(enum_definition name: (identifier) @name body: (_) @body) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.member
(full_enum_case name: (identifier) @name) @definition.member

; A given with members is what implements its type.
(given_definition
  name: (identifier) @name
  body: (with_template_body) @body) @definition.impl
(given_definition
  !name
  return_type: (_) @name
  body: (_) @body) @definition.impl
(given_definition
  name: (identifier) @name
  body: (_) @body) @definition.constant

(extension_definition
  parameters: (parameters (parameter type: (_) @container))
  (function_definition name: (_) @name body: (_) @body) @definition.function)
(extension_definition
  parameters: (parameters (parameter type: (_) @container))
  (_ (function_definition name: (_) @name body: (_) @body) @definition.function))
(function_definition
  name: (identifier) @name
  body: (_) @body
  (#eq? @name "this")) @definition.constructor
(function_definition name: (_) @name body: (_) @body) @definition.function
(function_declaration name: (_) @name) @definition.function

(template_body
  [(val_definition pattern: (identifier) @name) (var_definition pattern: (identifier) @name)] @definition.property)
(template_body
  (val_definition pattern: (tuple_pattern (identifier) @name)) @definition.property)
(val_declaration name: (identifier) @name) @definition.property
(var_declaration name: (identifier) @name) @definition.property
(val_definition pattern: (identifier) @name) @definition.constant
(val_definition pattern: (tuple_pattern (identifier) @name)) @definition.constant
(var_definition pattern: (identifier) @name) @definition.variable

(type_definition name: (type_identifier) @name) @definition.type

[(block) (indented_block) (lambda_expression) (case_block) (indented_cases)] @local

(annotation) @attribute

(parameters (parameter name: (identifier) @parameter))
(class_parameters (class_parameter name: (identifier) @parameter))

[(comment) (block_comment)] @comment
[(string) (interpolated_string_expression) (character_literal)] @string
