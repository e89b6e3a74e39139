(import_declaration [(identifier) (scoped_identifier)] @import.path) @import
(import_declaration (asterisk) @import.name) @import
