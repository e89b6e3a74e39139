; C++: what it adds to C. A function outside its class belongs to the class in front of the `::`.

; -- functions with a name that C does not have, or behind a reference -------------------------------------------

(field_declaration_list (function_definition
  !type
  declarator: (function_declarator declarator: (identifier) @name)
  body: (_) @body) @definition.constructor)
(field_declaration_list (function_definition
  !type
  declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor)
(field_declaration_list (template_declaration (function_definition
  !type
  declarator: (function_declarator declarator: (identifier) @name)
  body: (_) @body) @definition.constructor))
(field_declaration_list (declaration
  !type
  declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor)

(function_definition
  declarator: [
    (function_declarator declarator: [(field_identifier) (operator_name) (destructor_name)] @name)
    (function_declarator declarator: (template_function name: (_) @name))
    (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name)))
    (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))
    (operator_cast "operator" @name type: (_) @name)
  ]
  body: (_)? @body) @definition.function

; Declared in the class, defined elsewhere.
(field_declaration
  declarator: [
    (function_declarator declarator: [(field_identifier) (operator_name) (destructor_name)] @name)
    (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name))
    (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  ]) @definition.function
(declaration
  declarator: [
    (function_declarator declarator: [(operator_name) (destructor_name)] @name)
    (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
    (reference_declarator (function_declarator declarator: [(identifier) (operator_name)] @name))
    (operator_cast "operator" @name type: (_) @name)
  ]) @definition.function

; -- functions outside their class: A::f, A::B::f, A::B::C::f ----------------------------------------------------

(function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier
      scope: (_) @container
      name: [(identifier) (operator_name) (destructor_name)] @name))
    (function_declarator declarator: (qualified_identifier
      scope: (_) @container
      name: (template_function name: (_) @name)))
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier
      scope: (_) @container
      name: [(identifier) (operator_name)] @name)))
    (reference_declarator (function_declarator declarator: (qualified_identifier
      scope: (_) @container
      name: [(identifier) (operator_name)] @name)))
    (qualified_identifier scope: (_) @container name: (operator_cast "operator" @name type: (_) @name))
  ]
  body: (_)? @body) @definition.function
(function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier
      scope: (_) @container
      name: (qualified_identifier
        scope: (_) @container
        name: [(identifier) (operator_name) (destructor_name)] @name)))
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier
      scope: (_) @container
      name: (qualified_identifier scope: (_) @container name: [(identifier) (operator_name)] @name))))
    (reference_declarator (function_declarator declarator: (qualified_identifier
      scope: (_) @container
      name: (qualified_identifier scope: (_) @container name: [(identifier) (operator_name)] @name))))
    (qualified_identifier scope: (_) @container name: (qualified_identifier
      scope: (_) @container
      name: (operator_cast "operator" @name type: (_) @name)))
    (function_declarator declarator: (qualified_identifier
      scope: (_) @container
      name: (qualified_identifier
        scope: (_) @container
        name: (qualified_identifier
          scope: (_) @container
          name: [(identifier) (operator_name) (destructor_name)] @name))))
  ]
  body: (_)? @body) @definition.function

; -- types and namespaces ----------------------------------------------------------------------------------------

(class_specifier name: [(type_identifier) @name (template_type name: (_) @name)] body: (_) @body) @definition.class
(class_specifier
  name: (qualified_identifier scope: (_) @container name: (type_identifier) @name)
  body: (_) @body) @definition.class
(struct_specifier name: (template_type name: (_) @name) body: (_) @body) @definition.struct
(struct_specifier
  name: (qualified_identifier scope: (_) @container name: (type_identifier) @name)
  body: (_) @body) @definition.struct
(namespace_definition name: (_) @name body: (_) @body) @definition.module
(alias_declaration name: (_) @name) @definition.type
(concept_definition name: (_) @name) @definition.type
(type_definition
  type: [(qualified_identifier) (template_type) (dependent_type) (decltype)]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
  ]) @definition.type

; -- head --------------------------------------------------------------------------------------------------------

; The template line belongs to what it stands above, but says little about it.
(template_declaration "template" @attribute parameters: (_) @attribute)
(template_declaration (requires_clause) @attribute)
(attribute_declaration) @attribute

(function_declarator parameters: (parameter_list [
  (parameter_declaration declarator: (reference_declarator (identifier) @parameter))
  (parameter_declaration declarator: (pointer_declarator declarator: (reference_declarator (identifier) @parameter)))
  (optional_parameter_declaration declarator: (identifier) @parameter)
  (optional_parameter_declaration declarator: (reference_declarator (identifier) @parameter))
  (optional_parameter_declaration declarator: (pointer_declarator declarator: (identifier) @parameter))
  (variadic_parameter_declaration declarator: (variadic_declarator (identifier) @parameter))
]))
(lambda_expression) @local
(raw_string_literal) @string
