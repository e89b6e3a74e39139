(import_spec path: (_) @import.path) @import
