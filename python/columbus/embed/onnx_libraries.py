"""The two libraries of ONNX encoders, loaded together or reported together.

Recent builds of onnxruntime report to their makers from the moment they are loaded: they write a
device id, open connections and start threads that make a forked child hang when it ends. Nothing
of a user's work leaves this machine, so that is switched off before the import.
"""

from __future__ import annotations

import os

from columbus.errors import RunError

# The second name is that of some builds in between.
for _switch in ("ORT_DISABLE_TELEMETRY", "ORT_TELEMETRY_DISABLED"):
    os.environ[_switch] = "1"

try:
    import onnxruntime
    import tokenizers
except ImportError as error:
    raise RunError(
        "DEPENDENCY_MISSING",
        f"the ONNX encoder cannot be loaded ({error})",
        "reinstall Columbus, or search without model vectors",
    ) from error

# Builds that do not know the variable know this, and the other way round.
onnxruntime.disable_telemetry_events()

__all__ = ["onnxruntime", "tokenizers"]
