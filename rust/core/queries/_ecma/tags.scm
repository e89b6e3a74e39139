; What JavaScript, TypeScript and TSX share. Parameters differ in shape and are in the languages' own files.

; -- functions ---------------------------------------------------------------------------------------------------

(function_declaration name: (_) @name body: (_) @body) @definition.function
(generator_function_declaration name: (_) @name body: (_) @body) @definition.function

; A function by its variable: const f = () => …
(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.function

(method_definition name: (_) @name body: (_) @body) @definition.method
(method_definition name: (private_property_identifier) @name @private)

; A function by its key, where the object itself has a name.
(variable_declarator value: (object (pair
  key: [(property_identifier) (string)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]
  ) @definition.method))
(assignment_expression right: (object (pair
  key: [(property_identifier) (string)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]
  ) @definition.method))
(export_statement value: (object (pair
  key: [(property_identifier) (string)] @name @exported
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]
  ) @definition.method))
(export_statement value: (object (method_definition name: (_) @name @exported)))

; module.exports = function () …, module.exports = class …
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @name @exported)
  right: [
    (arrow_function body: (_) @body)
    (function_expression !name body: (_) @body)
    (generator_function !name body: (_) @body)
  ]
  (#eq? @_module "module") (#eq? @name "exports")) @definition.function
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (function_expression name: (identifier) @name @exported body: (_) @body)
  (#eq? @_module "module") (#eq? @_exports "exports")) @definition.function

; exports.f = function () …, this.f = function () …
(assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @name @exported)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]
  (#eq? @_exports "exports")) @definition.function
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @name @exported)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]
  (#eq? @_module "module") (#eq? @_exports "exports")) @definition.function
(assignment_expression
  left: (member_expression object: (this) property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.method

; Type.prototype.f = function () …, app.f = function () …
(assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @container property: (property_identifier) @_prototype)
    property: (property_identifier) @name @exported)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]
  (#eq? @_prototype "prototype")) @definition.method
(assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @name @exported)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]
  (#not-any-of? @container "module" "exports")) @definition.method

; -- types -------------------------------------------------------------------------------------------------------

(class_declaration name: (_) @name body: (_) @body) @definition.class
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
(assignment_expression right: (class name: (_) @name body: (_) @body) @definition.class)
(return_statement (class name: (_) @name body: (_) @body) @definition.class)
(decorator) @attribute

; -- what is exported --------------------------------------------------------------------------------------------

(export_statement declaration: (_ name: (_) @name)) @exported @decorated
(export_statement
  declaration: (lexical_declaration
    kind: "const"
    (variable_declarator name: (identifier) @name) @definition.constant)) @exported @decorated
(export_statement
  declaration: [
    (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)
    (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)
  ]) @exported @decorated

; Without a name of its own an exported default is called what importers call it.
(export_statement
  "default" @name @exported
  value: [
    (arrow_function body: (_) @body)
    (function_expression !name body: (_) @body)
    (generator_function !name body: (_) @body)
  ]) @definition.function
(export_statement "default" @name @exported value: (class !name body: (_) @body)) @definition.class
(export_statement "default" @name @exported value: (object)) @definition.constant
(export_statement "default" value: (identifier) @name @exported)
(export_statement !source (export_clause (export_specifier name: (identifier) @name @exported)))
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (identifier) @name @exported
  (#eq? @_module "module") (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (shorthand_property_identifier) @name @exported)
  (#eq? @_module "module") (#eq? @_exports "exports"))

; -- constants and variables of the file -------------------------------------------------------------------------

(lexical_declaration (variable_declarator name: (identifier) @name)) @decorated
(program (lexical_declaration
  kind: "const"
  (variable_declarator name: (identifier) @name value: (_) @_value) @definition.constant)
  (#not-match? @_value "^(await import|require)\\b"))
(program (lexical_declaration
  kind: "let"
  (variable_declarator name: (identifier) @name) @definition.variable))
(program (variable_declaration
  (variable_declarator name: (identifier) @name value: (_) @_value) @definition.variable)
  (#not-match? @_value "^require\\b"))

; -- text --------------------------------------------------------------------------------------------------------

(comment) @comment
(string) @string
(template_string) @string
