"""The two libraries of ONNX encoders, loaded together or reported together."""

from __future__ import annotations

from columbus.errors import RunError

try:
    import onnxruntime  # type: ignore[import-untyped]
    import tokenizers
except ImportError as error:
    raise RunError(
        "DEPENDENCY_MISSING",
        f"the ONNX encoder cannot be loaded ({error})",
        "reinstall Columbus, or search without model vectors",
    ) from error

# Some builds report usage to their makers; nothing of a user's work leaves this machine.
onnxruntime.disable_telemetry_events()

__all__ = ["onnxruntime", "tokenizers"]
