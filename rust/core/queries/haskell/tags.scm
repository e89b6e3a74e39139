; Haskell. A signature and its equations are one unit (`merge_clauses` in languages.toml). Export
; lists are not read: a module without one shows everything, and most names are in theirs.

(header module: (module) @name) @definition.module

(data_type name: (_) @name) @definition.struct
(newtype name: (_) @name) @definition.struct
(type_synonym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(data_family name: (_) @name) @definition.type
(class name: (_) @name declarations: (_)? @body) @definition.trait

; An instance is named as its type and owned by its class.
(instance
  name: (_) @container
  patterns: (type_patterns . (_) @name)
  declarations: (_)? @body) @definition.impl
(deriving_instance
  name: (_) @container
  patterns: (type_patterns . (_) @name)) @definition.impl

(data_constructor [(prefix name: (_) @name) (record name: (_) @name) (infix operator: (_) @name)]) @definition.member
(newtype_constructor name: (_) @name) @definition.member
(gadt_constructor name: (_) @name) @definition.member
(field name: (field_name (variable) @name)) @definition.property

; Only what stands in the file, a class or an instance: the rest is local.
(declarations [
  (signature name: [(variable) @name (prefix_id (_) @name)])
  (function name: [(variable) @name (prefix_id (_) @name)] match: (_)? @body)
  (function (infix operator: [(operator) @name (infix_id (variable) @name)]) match: (_)? @body)
  (bind name: [(variable) @name (prefix_id (_) @name)] match: (_)? @body)
] @definition.function)
(class_declarations [
  (signature name: [(variable) @name (prefix_id (_) @name)])
  (function name: [(variable) @name (prefix_id (_) @name)] match: (_)? @body)
  (function (infix operator: [(operator) @name (infix_id (variable) @name)]) match: (_)? @body)
  (bind name: [(variable) @name (prefix_id (_) @name)] match: (_)? @body)
] @definition.function)
(instance_declarations [
  (function name: [(variable) @name (prefix_id (_) @name)] match: (_)? @body)
  (function (infix operator: [(operator) @name (infix_id (variable) @name)]) match: (_)? @body)
  (bind name: [(variable) @name (prefix_id (_) @name)] match: (_)? @body)
] @definition.function)
(declarations (bind pattern: (tuple element: (variable) @name)) @definition.constant)
(pattern_synonym [(signature synonym: (_) @name) (equation synonym: (constructor) @name)]) @definition.function
(foreign_import signature: (signature name: (variable) @name)) @definition.function

(function patterns: (patterns (variable) @parameter))
(function (infix left_operand: (variable) @parameter))
(function (infix right_operand: (variable) @parameter))

[(comment) (haddock)] @comment
(string) @string
(quasiquote) @string
