; Rust. Visibility is a row (pub); what a trait or an implementation of one demands is visible with it.

(function_item name: (_) @name body: (_) @body) @definition.function
(function_signature_item name: (_) @name) @definition.function
(impl_item
  trait: (_)
  body: (declaration_list (_ name: (_) @name @exported)))

(struct_item name: (_) @name body: (_)? @body) @definition.struct
(enum_item name: (_) @name body: (_) @body) @definition.enum
(enum_variant name: (_) @name @exported) @definition.member
(union_item name: (_) @name body: (_) @body) @definition.union
(trait_item name: (_) @name body: (_) @body) @definition.trait
(type_item name: (_) @name) @definition.type
(associated_type name: (_) @name) @definition.type
(mod_item name: (_) @name body: (_) @body) @definition.module
(const_item name: (_) @name) @definition.constant
(static_item name: (_) @name) @definition.variable
(macro_definition name: (_) @name ["{" "(" "["] @body) @definition.macro
(
  (attribute_item (attribute (identifier) @_word (#eq? @_word "macro_export")))
  .
  (macro_definition name: (_) @name @exported))

(impl_item
  type: [
    (type_identifier) @name
    (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
    (scoped_type_identifier name: (_) @name)
    (reference_type type: [
      (type_identifier) @name
      (generic_type type: (type_identifier) @name)
      (primitive_type) @name
      (dynamic_type) @name
    ])
    (primitive_type) @name
    (array_type) @name
    (tuple_type) @name
    (unit_type) @name
    (pointer_type) @name
    (function_type) @name
    (dynamic_type) @name
  ]
  body: (_) @body) @definition.impl @exported

(attribute_item) @attribute

(parameters (parameter pattern: (identifier) @parameter))
(parameters (parameter pattern: (mut_pattern (identifier) @parameter)))
(parameters (parameter pattern: (ref_pattern (identifier) @parameter)))

(line_comment) @comment
(block_comment) @comment
(string_literal) @string
(raw_string_literal) @string
(char_literal) @string
