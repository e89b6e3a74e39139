; What JavaScript, TypeScript and TSX share. Parameters differ in shape and are in the languages' own files.

; -- functions ---------------------------------------------------------------------------------------------------

(function_declaration name: (_) @name body: (_) @body) @definition.function
(generator_function_declaration name: (_) @name body: (_) @body) @definition.function

; A function by its variable, its key or what it is assigned to: const f = () => … The bodies stand alone.
(arrow_function body: (_) @body)
(function_expression body: (_) @body)
(generator_function body: (_) @body)
(variable_declarator
  name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.function

(method_definition name: (_) @name body: (_) @body) @definition.method
(method_definition name: (private_property_identifier) @name @private)

; Keys count where the object itself has a name.
(variable_declarator value: (object (pair
  key: [(property_identifier) (string)] @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.method))
(assignment_expression right: (object (pair
  key: [(property_identifier) (string)] @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.method))
(export_statement value: (object (pair
  key: [(property_identifier) (string)] @name @exported
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.method))
(export_statement value: (object (method_definition name: (_) @name @exported)))

; Type.prototype.f, app.f, exports.f, this.f = function () …; the row says who is nobody.
(assignment_expression
  left: (member_expression
    object: [(identifier) (member_expression) (this)] @container
    property: (property_identifier) @name @exported)
  right: [(arrow_function) (function_expression) (generator_function)]
  (#not-eq? @name "exports")) @definition.function

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
  value: [(arrow_function) (function_expression !name) (generator_function !name)]) @definition.function
(export_statement "default" @name @exported value: (class !name body: (_) @body)) @definition.class
(export_statement "default" @name @exported value: (object)) @definition.constant
(export_statement "default" value: (identifier) @name @exported)
(export_statement !source (export_clause (export_specifier name: (identifier) @name @exported)))

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
