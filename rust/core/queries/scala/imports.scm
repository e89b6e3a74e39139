; A path's parts are nodes of their own; those that only a dot parts are joined.
(import_declaration [(identifier) (operator_identifier)] @import.path) @import
(import_declaration (as_renamed_identifier name: (_) @import.name)) @import
(import_declaration (namespace_selectors [(identifier) @import.name (_ name: (_) @import.name) (namespace_wildcard) @import.name])) @import
