; Python. Visibility is a row (underscore); decorators above a definition are attributes.

; Accessors. Getter, setter and deleter share a name and are told apart by their ordinal.
(decorated_definition
  (decorator (identifier) @_decorator (#any-of? @_decorator "property" "cached_property"))
  definition: (function_definition
    name: (identifier) @name
    body: (_) @body) @definition.property)
(decorated_definition
  (decorator (attribute attribute: (identifier) @_decorator)
    (#any-of? @_decorator "setter" "deleter" "getter" "cached_property"))
  definition: (function_definition
    name: (identifier) @name
    body: (_) @body) @definition.property)

(function_definition
  name: (identifier) @name
  body: (_) @body) @definition.function

(class_definition
  name: (identifier) @name
  body: (_) @body) @definition.class

(decorator) @attribute

; Aliases: `type X = …`, and names in capitals before the rest.
(type_alias_statement
  left: (type (identifier) @name)) @definition.type
(type_alias_statement
  left: (type (generic_type (identifier) @name))) @definition.type

(assignment
  left: (identifier) @name
  (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @definition.constant

(assignment
  left: (identifier) @name) @definition.variable

(assignment
  left: (pattern_list (identifier) @name)) @definition.variable

(for_statement) @local
(with_statement body: (_) @local)
(while_statement) @local
(if_statement
  condition: (comparison_operator . (identifier) @_name (#eq? @_name "__name__"))
  consequence: (_) @local)

; Parameters. A splat counts by its name; self and cls are no parameters of the caller.
(parameters (identifier) @parameter (#not-any-of? @parameter "self" "cls"))
(parameters (default_parameter name: (identifier) @parameter))
(parameters (typed_parameter . (identifier) @parameter))
(parameters (typed_default_parameter name: (identifier) @parameter))
(parameters (list_splat_pattern (identifier) @parameter))
(parameters (dictionary_splat_pattern (identifier) @parameter))
(parameters (typed_parameter (list_splat_pattern (identifier) @parameter)))
(parameters (typed_parameter (dictionary_splat_pattern (identifier) @parameter)))

(comment) @comment
(module . (comment)* . (expression_statement . (string) @doc))
(class_definition body: (block . (comment)* . (expression_statement . (string) @doc)))
(function_definition body: (block . (comment)* . (expression_statement . (string) @doc)))
(string) @string
