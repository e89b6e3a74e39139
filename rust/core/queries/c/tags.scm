; C; C++ inherits it. A name hides below any number of declarators, so names stand alone and definitions find them.

; -- functions ---------------------------------------------------------------------------------------------------

(function_definition body: (_) @body) @definition.function
(function_declarator declarator: (identifier) @name)
(function_declarator declarator: (parenthesized_declarator (identifier) @name))

; Prototypes; those inside functions are dropped since they have no body.
(declaration declarator: (function_declarator)) @definition.function
(declaration declarator: (pointer_declarator declarator: (function_declarator))) @definition.function
(declaration declarator: (pointer_declarator
  declarator: (pointer_declarator declarator: (function_declarator)))) @definition.function

(parameter_declaration declarator: [
  (identifier) @parameter
  (pointer_declarator declarator: (identifier) @parameter)
  (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @parameter))
  (array_declarator declarator: (identifier) @parameter)
])
; A parameter that is a function has parameters too, which are nobody's.
(parameter_declaration declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @parameter))
  parameters: (_) @local))

; -- types -------------------------------------------------------------------------------------------------------

(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(enumerator name: (_) @name) @definition.member

; typedef struct { … } name;
(type_definition
  type: (struct_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.struct
(type_definition
  type: (union_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.union
(type_definition
  type: (enum_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.enum

; typedef struct a { … } b; the alias is the word behind the body, so that it does not enclose the type.
(type_definition
  type: (_ name: (_) @_name body: (_))
  declarator: (type_identifier) @name @definition.type
  (#not-eq? @_name @name))

(type_definition type: [
  (primitive_type)
  (sized_type_specifier)
  (type_identifier)
  (struct_specifier !body)
  (union_specifier !body)
  (enum_specifier !body)
]) @definition.type
(type_definition declarator: (type_identifier) @name)
(pointer_declarator declarator: (type_identifier) @name)
(array_declarator declarator: (type_identifier) @name)
(function_declarator declarator: (type_identifier) @name)

; -- macros, constants, variables --------------------------------------------------------------------------------

(preproc_function_def name: (_) @name value: (_)? @body) @definition.macro
(preproc_params (identifier) @parameter)
(preproc_def name: (_) @name value: (_)) @definition.constant

(declaration declarator: (identifier) @name) @definition.variable
(declaration declarator: (init_declarator declarator: (identifier) @name)) @definition.variable
(declaration declarator: [(init_declarator) (pointer_declarator) (array_declarator)]) @definition.variable
(pointer_declarator declarator: (identifier) @name)
(array_declarator declarator: (identifier) @name)
(compound_statement) @local

; -- text --------------------------------------------------------------------------------------------------------

(comment) @comment
(string_literal) @string
(char_literal) @string
