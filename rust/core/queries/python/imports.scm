(import_statement name: (dotted_name) @import.path) @import
(import_statement name: (aliased_import name: (dotted_name) @import.path)) @import

(import_from_statement module_name: (_) @import.path) @import
(import_from_statement name: (dotted_name) @import.name) @import
(import_from_statement name: (aliased_import name: (dotted_name) @import.name)) @import
(import_from_statement (wildcard_import) @import.name) @import

(future_import_statement "__future__" @import.path) @import
