; C; C++ inherits it. A name hides below any number of declarators: direct, behind one `*`, behind two.

; -- functions ---------------------------------------------------------------------------------------------------

(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name)))
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
  ]
  body: (_) @body) @definition.function

; Prototypes; those inside functions are dropped since they have no body.
(declaration
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name)))
  ]) @definition.function

(function_declarator parameters: (parameter_list (parameter_declaration declarator: [
  (identifier) @parameter
  (pointer_declarator declarator: (identifier) @parameter)
  (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @parameter))
  (array_declarator declarator: (identifier) @parameter)
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @parameter)))
])))

; -- types -------------------------------------------------------------------------------------------------------

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
  type: [(struct_specifier name: (_) @_name body: (_)) (union_specifier name: (_) @_name body: (_)) (enum_specifier name: (_) @_name body: (_))]
  declarator: (type_identifier) @name @definition.type
  (#not-eq? @_name @name))

(type_definition
  type: [
    (primitive_type)
    (sized_type_specifier)
    (type_identifier)
    (struct_specifier !body)
    (union_specifier !body)
    (enum_specifier !body)
  ]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (type_identifier) @name)))
    (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (type_identifier) @name))))
  ]) @definition.type

(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(enumerator name: (_) @name) @definition.member

; -- macros, constants, variables --------------------------------------------------------------------------------

(preproc_function_def name: (_) @name value: (_)? @body) @definition.macro
(preproc_function_def parameters: (preproc_params (identifier) @parameter))
(preproc_def name: (_) @name value: (_)) @definition.constant

(declaration
  declarator: [
    (init_declarator declarator: (identifier) @name)
    (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
    (init_declarator declarator: (array_declarator declarator: (array_declarator declarator: (identifier) @name)))
    (init_declarator declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @name)))
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)
  ]) @definition.variable
(compound_statement) @local

; -- text --------------------------------------------------------------------------------------------------------

(comment) @comment
(string_literal) @string
(char_literal) @string
