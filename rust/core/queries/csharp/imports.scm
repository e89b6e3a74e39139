(using_directive !name [(identifier) (qualified_name)] @import.path) @import
(using_directive name: (_) (qualified_name) @import.path) @import
