; import x = require("./x")
(import_statement (import_require_clause source: (string) @import.path)) @import
