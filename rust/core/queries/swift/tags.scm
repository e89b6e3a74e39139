; Swift. Members of an extension belong to the extended type: the extension is an impl named as it.

(class_declaration ["class" "actor"] name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration "struct" name: (type_identifier) @name body: (_) @body) @definition.struct
(class_declaration "enum" name: (type_identifier) @name body: (_) @body) @definition.enum
(class_declaration "extension" name: (_) @name body: (_) @body) @definition.impl
(protocol_declaration name: (type_identifier) @name body: (_) @body) @definition.interface

(enum_entry name: (simple_identifier) @name) @definition.member

; Bodies stand alone: to load a pattern with one costs as much as all others together.
(function_declaration "func" . name: _ @name) @definition.function
(protocol_function_declaration "func" . name: _ @name) @definition.function
(init_declaration "init" @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.method
(function_body) @body
(subscript_declaration "subscript" @name) @definition.method
(computed_property) @body
(macro_declaration "macro" . (simple_identifier) @name) @definition.macro

; Only what stands directly in a type or file: the rest is local.
(class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(enum_class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
(source_file
  (property_declaration
    (value_binding_pattern "let")
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(source_file
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)

(typealias_declaration "typealias" . name: (type_identifier) @name) @definition.type
(associatedtype_declaration "associatedtype" . name: (type_identifier) @name) @definition.type

(attribute) @attribute

(function_declaration (parameter name: (simple_identifier) @parameter))
(protocol_function_declaration (parameter name: (simple_identifier) @parameter))
(init_declaration (parameter name: (simple_identifier) @parameter))
(subscript_declaration (parameter name: (simple_identifier) @parameter))

[(comment) (multiline_comment)] @comment
[(line_string_literal) (multi_line_string_literal) (raw_string_literal)] @string
