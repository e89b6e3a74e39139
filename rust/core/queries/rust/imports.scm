; A list continues the path in front of it, however deep: `use a::{b::{c, d}, e}`.

(use_declaration argument: [(identifier) (crate) (self) (super)] @import.path) @import
(use_declaration argument: (scoped_identifier path: (_) @import.path name: (_) @import.name)) @import
(use_declaration argument: (use_as_clause
  path: (scoped_identifier path: (_) @import.path name: (_) @import.name))) @import
(use_declaration argument: (use_as_clause path: (identifier) @import.path)) @import
(use_declaration argument: (use_wildcard (_) @import.path "*" @import.name)) @import
(use_declaration argument: (scoped_use_list path: (_) @import.path)) @import
(use_declaration argument: (scoped_use_list list: (use_list (identifier) @import.name))) @import
(use_declaration argument: (scoped_use_list list: (use_list (self) @import.name))) @import
(use_declaration argument: (scoped_use_list list: (use_list (use_as_clause path: (identifier) @import.name)))) @import
(use_declaration argument: (use_list)) @import

(use_list (scoped_identifier path: (_) @import.path name: (_) @import.name) @import)
(use_list (use_as_clause path: (scoped_identifier path: (_) @import.path name: (_) @import.name)) @import)
(use_list (use_wildcard (_) @import.path "*" @import.name) @import)
(use_list (use_wildcard . "*" @import.name) @import)
(use_list (scoped_use_list path: (_) @import.path) @import)
(use_list (scoped_use_list list: (use_list (identifier) @import.name)) @import)
(use_list (scoped_use_list list: (use_list (self) @import.name)) @import)
(use_list (scoped_use_list list: (use_list (use_as_clause path: (identifier) @import.name))) @import)

(extern_crate_declaration name: (_) @import.path) @import

; `mod x;` names a file.
(mod_item name: (_) @import.path !body) @import
