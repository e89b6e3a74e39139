; C++: what it adds to C. A function outside its class belongs to the class in front of the `::`.

; -- functions ---------------------------------------------------------------------------------------------------

; Defaulted and deleted ones have no body.
(function_definition) @definition.function
(declaration declarator: (reference_declarator (function_declarator))) @definition.function
(declaration declarator: (operator_cast)) @definition.function
(field_declaration declarator: (function_declarator)) @definition.function
(field_declaration declarator: (pointer_declarator declarator: (function_declarator))) @definition.function
(field_declaration declarator: (reference_declarator (function_declarator))) @definition.function

(function_declarator declarator: [(field_identifier) (operator_name) (destructor_name)] @name)
(function_declarator declarator: (template_function name: (_) @name))
(operator_cast "operator" @name type: (_) @name)

; A::f, A::B::f, A::B::C::f
(function_declarator declarator: (qualified_identifier
  scope: (_) @container
  name: [(identifier) (operator_name) (destructor_name)] @name))
(function_declarator declarator: (qualified_identifier
  scope: (_) @container
  name: (template_function name: (_) @name)))
(function_declarator declarator: (qualified_identifier
  scope: (_) @container
  name: (qualified_identifier
    scope: (_) @container
    name: [(identifier) (operator_name) (destructor_name)] @name)))
(function_declarator declarator: (qualified_identifier
  scope: (_) @container
  name: (qualified_identifier
    scope: (_) @container
    name: (qualified_identifier
      scope: (_) @container
      name: [(identifier) (operator_name) (destructor_name)] @name))))
(qualified_identifier
  scope: (_) @container
  name: (operator_cast "operator" @name type: (_) @name))

; -- types and namespaces ----------------------------------------------------------------------------------------

(class_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(class_specifier name: (template_type name: (_) @name) body: (_) @body) @definition.class
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
(type_definition type: [(qualified_identifier) (template_type) (dependent_type) (decltype)]) @definition.type

; -- head --------------------------------------------------------------------------------------------------------

; The template line belongs to what it stands above, but says little about it.
(template_declaration "template" @attribute parameters: (_) @attribute)
(requires_clause) @attribute
(attribute_declaration) @attribute

(parameter_declaration declarator: (reference_declarator (identifier) @parameter))
(parameter_declaration declarator: (pointer_declarator declarator: (reference_declarator (identifier) @parameter)))
(optional_parameter_declaration declarator: (identifier) @parameter)
(optional_parameter_declaration declarator: (reference_declarator (identifier) @parameter))
(optional_parameter_declaration declarator: (pointer_declarator declarator: (identifier) @parameter))
(variadic_parameter_declaration declarator: (variadic_declarator (identifier) @parameter))
(lambda_expression) @local
(requires_expression) @local
(raw_string_literal) @string
