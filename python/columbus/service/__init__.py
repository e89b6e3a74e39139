"""Use cases: one function each, the workspace first, a frozen record out.

Only here are the stages composed. Front ends call these functions and nothing below them.
"""
