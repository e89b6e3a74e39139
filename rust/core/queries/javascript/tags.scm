; JavaScript: shapes that TypeScript spells otherwise.

(field_definition
  property: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(field_definition property: (_) @name) @definition.property
(field_definition property: (private_property_identifier) @name @private)

(formal_parameters (identifier) @parameter)
(formal_parameters (assignment_pattern left: (identifier) @parameter))
(formal_parameters (rest_pattern (identifier) @parameter))
(formal_parameters (object_pattern (shorthand_property_identifier_pattern) @parameter))
(formal_parameters (object_pattern
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @parameter)))
(formal_parameters (assignment_pattern left: (object_pattern (shorthand_property_identifier_pattern) @parameter)))
(arrow_function parameter: (identifier) @parameter)
