; JavaScript: shapes that TypeScript spells otherwise.

(field_definition
  property: (_) @name
  value: [(arrow_function) (function_expression)]) @definition.method
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

; -- CommonJS ----------------------------------------------------------------------------------------------------

; module.exports = function f () …; without a name it is called exports.
(assignment_expression
  left: (member_expression property: (property_identifier) @_exports)
  right: (function_expression name: (identifier) @name @exported)
  (#eq? @_exports "exports")) @definition.function
(assignment_expression
  left: (member_expression property: (property_identifier) @name @exported)
  right: [(arrow_function) (function_expression !name) (generator_function !name)]
  (#eq? @name "exports")) @definition.function

; module.exports = f, module.exports = { f, g }
(assignment_expression
  left: (member_expression property: (property_identifier) @_exports)
  right: (identifier) @name @exported
  (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression property: (property_identifier) @_exports)
  right: (object (shorthand_property_identifier) @name @exported)
  (#eq? @_exports "exports"))
