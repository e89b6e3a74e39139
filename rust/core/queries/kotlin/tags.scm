; Kotlin. An unnamed companion is no symbol: its members belong to the class.

(class_declaration
  (modifiers (class_modifier "enum"))
  name: (identifier) @name
  (enum_class_body)? @body) @definition.enum
(class_declaration
  "interface"
  name: (identifier) @name
  (class_body)? @body) @definition.interface
(class_declaration
  "class"
  name: (identifier) @name
  [(class_body) (enum_class_body)]? @body) @definition.class
(object_declaration
  name: (identifier) @name
  (class_body)? @body) @definition.class
(companion_object
  name: (identifier) @name
  (class_body)? @body) @definition.class

(enum_entry . (modifiers)? . (identifier) @name (class_body)? @body) @definition.member

; An extension belongs to its receiver.
(function_declaration
  [(user_type) @container (nullable_type (user_type) @container)]
  . "."
  . name: (identifier) @name
  (function_body)? @body) @definition.function
(function_declaration
  name: (identifier) @name
  (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name (block)? @body) @definition.constructor

(property_declaration
  (modifiers (property_modifier "const"))
  (variable_declaration . (identifier) @name)) @definition.constant
(property_declaration
  [(user_type) @container (nullable_type (user_type) @container)]
  . "."
  . (variable_declaration . (identifier) @name)
  (getter)? @body) @definition.property
(property_declaration
  (variable_declaration . (identifier) @name)
  (getter)? @body) @definition.property
(property_declaration
  (multi_variable_declaration (variable_declaration . (identifier) @name))) @definition.property

(type_alias type: (identifier) @name) @definition.type

(anonymous_initializer) @local
(lambda_literal) @local
(anonymous_function) @local

(annotation) @attribute

(function_value_parameters (parameter . (identifier) @parameter))
(class_parameters (class_parameter (identifier) @parameter . ":"))

[(line_comment) (block_comment)] @comment
[(string_literal) (multiline_string_literal) (character_literal)] @string
