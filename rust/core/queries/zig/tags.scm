; Zig. A container is what a constant is set to; the members of one that a function returns are
; nested in that function. Fields are as visible as their container.

(variable_declaration ["const" "var"] . (identifier) @name (struct_declaration)) @definition.struct
(variable_declaration ["const" "var"] . (identifier) @name (opaque_declaration)) @definition.struct
(variable_declaration ["const" "var"] . (identifier) @name (enum_declaration)) @definition.enum
(variable_declaration ["const" "var"] . (identifier) @name (error_set_declaration)) @definition.enum
(variable_declaration ["const" "var"] . (identifier) @name (union_declaration)) @definition.union

(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(test_declaration [(string) (identifier)] @name (block) @body) @definition.function

; What is imported is no value of this file.
((variable_declaration "const" . (identifier) @name) @definition.constant
  (#not-match? @definition.constant "=\\s*@(import|cImport)\\b"))
(variable_declaration
  "var" . (identifier) @name) @definition.variable

(enum_declaration (container_field name: (identifier) @name) @definition.member @exported)
(union_declaration (container_field name: (identifier) @name) @definition.member @exported)
(container_field name: (identifier) @name) @definition.property @exported

[(comptime_declaration) (block)] @local

(function_declaration (parameters (parameter name: (identifier) @parameter)))

(comment) @comment
[(string) (multiline_string) (character)] @string
