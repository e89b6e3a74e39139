"""The command line: translates a call into one service call and prints what comes back.

``entry`` looks at the arguments, ``options`` is the one table of commands and options, ``light``
reads a plain search without loading Typer, ``app`` builds the Typer application from the same
table, and each command has a file of its own.
"""
