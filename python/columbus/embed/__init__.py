"""Texts to int8 vectors, and the models that can do it.

Takes texts and the name of a model, gives rows of int8 as ``bytes``. Only this folder knows numpy,
onnxruntime and tokenizers, and each is loaded when a session is first needed. Import from the
modules: ``encoder`` (protocol and ``open_encoder``), ``catalog`` (models as data), ``static``,
``onnx``, ``fetch``, ``threads``.
"""
