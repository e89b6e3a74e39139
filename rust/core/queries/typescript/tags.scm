; TypeScript: types, signatures without a body, and shapes that JavaScript spells otherwise.

(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_body name: (_) @name @definition.member)
(enum_assignment name: (_) @name) @definition.member
(internal_module name: (_) @name body: (_) @body) @definition.module
(module name: (_) @name body: (_) @body) @definition.module

; Overloads, abstract and ambient functions: the signature is all there is.
(function_signature name: (_) @name) @definition.function
(method_signature name: (_) @name) @definition.method
(abstract_method_signature name: (_) @name) @definition.method

(public_field_definition
  name: (_) @name
  value: [(arrow_function) (function_expression)]) @definition.method
(public_field_definition name: (_) @name) @definition.property
(public_field_definition name: (private_property_identifier) @name @private)
(method_definition (accessibility_modifier) @_access name: (_) @name @private (#eq? @_access "private"))
(public_field_definition (accessibility_modifier) @_access name: (_) @name @private (#eq? @_access "private"))

; declare function f(): void; declare const x: T;
(ambient_declaration (_ name: (_) @name)) @exported @decorated
(ambient_declaration (lexical_declaration
  (variable_declarator name: (identifier) @name) @definition.constant)) @exported @decorated
(ambient_declaration (variable_declaration
  (variable_declarator name: (identifier) @name) @definition.variable)) @exported @decorated

; Function types have parameters too, which are nobody's.
(function_type) @local
(constructor_type) @local
(call_signature) @local
(construct_signature) @local
(formal_parameters (_ pattern: (identifier) @parameter))
(formal_parameters (_ pattern: (rest_pattern (identifier) @parameter)))
(formal_parameters (_ pattern: (object_pattern (shorthand_property_identifier_pattern) @parameter)))
(formal_parameters (_ pattern: (object_pattern
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @parameter))))
(arrow_function parameter: (identifier) @parameter)
