; Includes are those of C.
