"""Frozen, slotted records that are quick to define.

Takes a class body with annotations and gives what ``@dataclass(frozen=True, slots=True)`` gives;
type checkers see exactly that decorator. Why not the standard one at run time: it writes and
compiles five functions a class and loads ``inspect``, about 1 ms of start-up a record, which is a
third of a whole search. Here a class costs some microseconds, its ``__init__`` is compiled when the
first object is made, and ``dataclasses`` is loaded only by who asks for ``fields``, ``replace`` or
``asdict``, which work as usual.

Not supported, since no record needs it: ``field()``, mutable defaults, ``InitVar``,
``__post_init__`` and inheritance of fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["dataclass", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass, replace
else:

    def dataclass(*, frozen: bool, slots: bool):
        """Turn a class into a frozen, slotted record; both flags must be true."""
        if not (frozen and slots):
            raise TypeError("records are frozen and slotted")
        return _record

    def replace(record, /, **changes):
        """A copy with some fields changed, as ``dataclasses.replace`` makes it."""
        return record.__replace__(**changes)

    def _record(cls):
        body = dict(cls.__dict__)
        names = tuple(
            name for name, kind in _annotations(cls).items() if not _is_class_variable(kind)
        )
        defaults = {name: body.pop(name) for name in names if name in body}
        for name in ("__dict__", "__weakref__"):
            body.pop(name, None)
        body.update(
            __slots__=names,
            __match_args__=names,
            __dataclass_fields__=_Fields(defaults),
            __qualname__=cls.__qualname__,
            __init__=_first_init(names, defaults),
            **_SHARED,
        )
        return type(cls)(cls.__name__, cls.__bases__, body)

    def _annotations(cls):
        return getattr(cls, "__annotations__", {})

    def _is_class_variable(kind):
        return "ClassVar" in str(kind)

    def _first_init(names, defaults):
        """Compile the true ``__init__`` when the first object is made, then step aside."""

        def __init__(self, *args, **kwargs):
            cls = type(self)
            cls.__init__ = init = _compile_init(cls, names, defaults)
            init(self, *args, **kwargs)

        return __init__

    def _compile_init(cls, names, defaults):
        takes = ", ".join(f"{name}=_default_{name}" if name in defaults else name for name in names)
        sets = "".join(f"\n    _set_{name}(self, {name})" for name in names) or "\n    pass"
        scope = {f"_default_{name}": value for name, value in defaults.items()}
        scope.update({f"_set_{name}": cls.__dict__[name].__set__ for name in names})
        exec(f"def __init__(self, {takes}):{sets}", scope)
        return scope["__init__"]

    class _Fields:
        """What ``dataclasses`` looks for on a class, made when it looks."""

        __slots__ = ("defaults",)

        def __init__(self, defaults):
            self.defaults = defaults

        def __get__(self, instance, owner):
            import dataclasses

            made = dataclasses.make_dataclass(
                owner.__name__,
                [
                    (name, kind, dataclasses.field(default=self.defaults[name]))
                    if name in self.defaults
                    else (name, kind)
                    for name, kind in _annotations(owner).items()
                    if name in owner.__slots__
                ],
            )
            owner.__dataclass_fields__ = made.__dataclass_fields__
            return made.__dataclass_fields__

    def _values(self):
        return tuple([getattr(self, name) for name in self.__slots__])

    def _equal(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return _values(self) == _values(other)

    def _hash(self):
        return hash(_values(self))

    def _show(self):
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__qualname__}({shown})"

    def _refuse(self, name, *_value):
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot change field {name!r}")

    def _reduce(self):
        return type(self), _values(self)

    def _replace(self, /, **changes):
        kept = dict(zip(self.__slots__, _values(self), strict=True))
        return type(self)(**{**kept, **changes})

    _SHARED = {
        "__eq__": _equal,
        "__hash__": _hash,
        "__repr__": _show,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__reduce__": _reduce,
        "__replace__": _replace,
    }
