(import module: (module) @import.path) @import
(import
  names: (import_list name: (import_name . (_) @import.name))
  (#not-match? @import "\\bhiding\\b")) @import
