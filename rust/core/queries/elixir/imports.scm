(call
  target: (identifier) @import
  (arguments . [(alias) @import.path (dot left: (alias) @import.path right: (tuple (alias) @import.name))])
  (#any-of? @import "alias" "import" "use" "require"))
