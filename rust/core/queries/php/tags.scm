; PHP. Anonymous classes have no name and are no symbols; their methods are.

(namespace_definition
  name: (namespace_name) @name
  body: (_)? @body) @definition.module

(class_declaration name: (name) @name body: (_) @body) @definition.class
(interface_declaration name: (name) @name body: (_) @body) @definition.interface
(trait_declaration name: (name) @name body: (_) @body) @definition.trait
(enum_declaration name: (name) @name body: (_) @body) @definition.enum
(enum_case name: (name) @name) @definition.member

(function_definition name: (name) @name body: (_) @body) @definition.function
(method_declaration name: (name) @name body: (_)? @body) @definition.function

(property_declaration
  (property_element name: (variable_name (name) @name))
  (property_hook_list)? @body) @definition.property

(const_declaration (const_element . (name) @name)) @definition.constant
(function_call_expression
  function: (name) @_word
  arguments: (arguments . (argument (string (string_content) @name)))
  (#eq? @_word "define")) @definition.constant

(attribute_list) @attribute

(formal_parameters (_ name: (variable_name (name) @parameter)))

(comment) @comment
[(string) (encapsed_string) (heredoc) (nowdoc)] @string
