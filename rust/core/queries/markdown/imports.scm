; A document imports nothing.
