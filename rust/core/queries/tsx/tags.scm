; TSX is TypeScript with elements: everything is inherited.
