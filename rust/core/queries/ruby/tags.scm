; Ruby. A bare `private` that rules what follows it cannot be seen here; `private def` can.

(module
  name: [(constant) @name (scope_resolution scope: (_) @container name: (constant) @name)]) @definition.module
(module
  name: (scope_resolution !scope name: (constant) @name)) @definition.module

(class
  name: [(constant) @name (scope_resolution scope: (_) @container name: (constant) @name)]) @definition.class
(class
  name: (scope_resolution !scope name: (constant) @name)) @definition.class

; A module's functions are methods of whatever mixes it in.
(module
  body: (body_statement
    (method name: (_) @name) @definition.method))
(singleton_class
  body: (body_statement
    (method name: (_) @name) @definition.method))
(method
  name: (_) @name) @definition.function

(program
  (singleton_method
    object: [(constant) (scope_resolution)] @container
    name: (_) @name) @definition.method)
(singleton_method
  name: (_) @name) @definition.method

; A comment at the head of a body is no part of the signature.
(method name: (_) @name parameters: (_) . (_) @body)
(method !parameters name: (_) @name . (_) @body)
(singleton_method name: (_) @name parameters: (_) . (_) @body)
(singleton_method !parameters name: (_) @name . (_) @body)

(call
  method: (identifier) @private
  arguments: (argument_list [(method name: (_) @name) (singleton_method name: (_) @name)])
  (#any-of? @private "private" "private_class_method"))

; Methods that a call defines.
(call
  method: (identifier) @_word
  arguments: (argument_list . [(simple_symbol) (string)] @name)
  block: (_) @body
  (#any-of? @_word "define_method" "define_singleton_method")) @definition.method
(call
  method: (identifier) @_word
  arguments: (argument_list [(simple_symbol) (string)] @name)
  (#match? @_word "^([cm]?attr|[cm]attr|thread_[cm]attr)_(reader|writer|accessor)$|^attr$")) @definition.property
(call
  method: (identifier) @_word
  arguments: (argument_list . [(simple_symbol) (string)] @name)
  (#eq? @_word "alias_method")) @definition.method
(alias name: (_) @name) @definition.method

; Classes that a call makes, then constants.
(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_word
    method: (identifier)
    block: (_)? @body)
  (#any-of? @_word "Class" "Struct" "Data")) @definition.class
(assignment
  left: [(constant) @name (scope_resolution scope: (_) @container name: (constant) @name)]) @definition.constant
(operator_assignment
  left: (constant) @name) @definition.constant

(method_parameters (identifier) @parameter)
(method_parameters (_ name: (identifier) @parameter))
(method_parameters (destructured_parameter (identifier) @parameter))

(comment) @comment
(string) @string
(heredoc_body) @string
(subshell) @string
