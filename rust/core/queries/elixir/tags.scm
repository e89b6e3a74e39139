; Elixir. Every form is a call; the `p` at the end of a keyword makes it private.
; Clauses of one function are one unit (`merge_clauses` in languages.toml).

(call
  target: (identifier) @_word
  (arguments . (alias) @name)
  (do_block)? @body
  (#eq? @_word "defmodule")) @definition.module
(call
  target: (identifier) @_word
  (arguments . (alias) @name)
  (do_block)? @body
  (#eq? @_word "defprotocol")) @definition.interface

; An implementation is named as its type and owned by its protocol, as the module that it makes is.
(call
  target: (identifier) @_word
  (arguments
    . (alias) @container
    (keywords (pair key: (keyword) value: [(alias) @name (identifier) @name (list . (alias) @name)])))
  (do_block)? @body
  (#eq? @_word "defimpl")) @definition.impl
(call
  target: (identifier) @_word
  (arguments . (alias) @name .)
  (do_block)? @body
  (#eq? @_word "defimpl")) @definition.impl

(call
  target: (identifier) @_word
  (arguments
    . [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
    ]
    (keywords . (pair value: (_) @body))?)
  (do_block)? @body
  (#any-of? @_word "def" "defdelegate" "defn")) @definition.function
(call
  target: (identifier) @private
  (arguments
    . [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
    ]
    (keywords . (pair value: (_) @body))?)
  (do_block)? @body
  (#any-of? @private "defp" "defnp")) @definition.function
(call
  target: (identifier) @_word
  (arguments
    . [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
    ]
    (keywords . (pair value: (_) @body))?)
  (do_block)? @body
  (#any-of? @_word "defmacro" "defguard")) @definition.macro
(call
  target: (identifier) @private
  (arguments
    . [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
    ]
    (keywords . (pair value: (_) @body))?)
  (do_block)? @body
  (#any-of? @private "defmacrop" "defguardp")) @definition.macro

; Operators.
(call
  target: (identifier) @_word
  (arguments
    . [
      (binary_operator operator: _ @name)
      (binary_operator left: (binary_operator operator: _ @name) operator: "when")
    ]
    (keywords . (pair value: (_) @body))?)
  (do_block)? @body
  (#any-of? @_word "def" "defmacro")
  (#not-any-of? @name "when" "::")) @definition.function

; Types and callbacks.
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_word
    (arguments
      . (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")))
  (#any-of? @_word "type" "opaque")) @definition.type
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @private
    (arguments
      . (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")))
  (#eq? @private "typep")) @definition.type
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_word
    (arguments . (binary_operator left: (call target: (identifier) @name) operator: "::")))
  (#any-of? @_word "callback" "macrocallback")) @definition.function

; Any other attribute with a value is a constant of the module.
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @name (arguments (_)))
  (#not-match? @name "^(doc|moduledoc|typedoc|shortdoc|spec|typep?|opaque|(macro)?callback|impl|behaviour|behavior|deprecated|since|dialyzer|derive|enforce_keys|compile|(before|after)_(compile|verify)|on_(load|definition)|external_resource|optional_callbacks|((module|describe)?tag)|fallback_to_any|vsn|dialyzer|protocol)$")) @definition.constant

; What belongs to the definition below it.
((unary_operator operator: "@") @attribute
  (#match? @attribute "^@(doc|spec|impl|deprecated|since|typedoc|dialyzer|tag|decorate)\\b"))

(call
  target: (identifier)
  (arguments
    . [
      (call (arguments [(identifier) @parameter (binary_operator left: (identifier) @parameter operator: "\\\\")]))
      (binary_operator left: (call (arguments [(identifier) @parameter (binary_operator left: (identifier) @parameter operator: "\\\\")])) operator: "when")
    ]))

(comment) @comment
((unary_operator operator: "@") @doc (#match? @doc "^@(module|type|short)?doc\\s*(\"|~[sS])"))
[(string) (charlist) (sigil)] @string
