; _ecma
