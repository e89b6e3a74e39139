; JavaScript imports are those of _ecma.
