"""Obtain a model's files: resumable, pinned by size and SHA-256.

Takes a file of the catalogue and a folder; leaves the verified file there or nothing but a
``.part`` that the next call continues. Network only happens here, and only when a user asked for
it. Proxies are those of the environment, as urllib reads them.
"""

from __future__ import annotations

import hashlib
import http.client
import os
import re
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from columbus.errors import RunError

if TYPE_CHECKING:
    from http.client import HTTPMessage
    from pathlib import Path
    from typing import IO

    from columbus.embed.catalog import Model, ModelFile

CHUNK = 256 * 1024
TIMEOUT = 30.0
# Connections that break are continued this often before the user is asked to.
ATTEMPTS = 4
PAUSE = 0.5
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)")
_PARTIAL, _RANGE_REFUSED, _SERVER_FAULT = 206, 416, 500


class Report(Protocol):
    """Who is told how far a download is; counts are bytes."""

    def stage(self, name: str, total: int | None = None) -> None:
        """Begin a file of ``total`` bytes."""

    def advance(self, count: int = 1) -> None:
        """Count bytes."""


class _Broken(Exception):
    """The connection ended early; what was received is kept."""


class _Unusable(Exception):
    """What was received cannot become the file."""


def fetch_model(model: Model, folder: Path, report: Report) -> None:
    """Bring every file of ``model`` into ``folder``; verified files that are there stay.

    Raises ``RunError``: MODEL_MISSING (no address, network), MODEL_BROKEN (wrong content),
    STORE_ERROR (cannot be written).
    """
    if not model.pullable:
        where = f"put {', '.join(file.name for file in model.files)} into {folder}"
        raise RunError("MODEL_MISSING", f"{model.name} has no address to pull from", where)
    for file in model.files:
        check_address(file.url)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for file in model.files:
            if not is_verified(folder / file.name, file):
                fetch_file(file, folder / file.name, report)
    except OSError as error:
        said = f"{model.name} cannot be stored in {folder} ({error.strerror or error})"
        raise RunError("STORE_ERROR", said, "check its free space and rights") from error


def is_verified(path: Path, file: ModelFile) -> bool:
    """Whether ``path`` holds exactly the bytes that are pinned."""
    try:
        return path.stat().st_size == file.size and _digest(path) == file.sha256
    except OSError:
        return False


def fetch_file(file: ModelFile, target: Path, report: Report) -> None:
    """Download one file to ``target``, continuing what an earlier call left in ``.part``."""
    check_address(file.url)
    part = target.with_name(f"{target.name}.part")
    for attempt in range(1, ATTEMPTS + 1):
        try:
            _complete(file, part, report)
            break
        except _Unusable as error:
            part.unlink(missing_ok=True)
            hint = "nothing was installed: the address or the network gives another file"
            raise RunError("MODEL_BROKEN", f"{file.name}: {error}", hint) from error
        except _Broken as error:
            if attempt == ATTEMPTS:
                hint = "what arrived is kept; check the network or proxy and run the same again"
                raise RunError("MODEL_MISSING", f"{file.name}: {error}", hint) from error
            time.sleep(PAUSE * attempt)
    part.replace(target)
    _sync_folder(target.parent)


def check_address(url: str, before: str = "") -> None:
    """Refuse every address that is not https; plain http is for this machine only.

    ``before`` is the address that redirects to ``url``: what began over https must stay there.
    """
    try:
        parts = urlsplit(url)
        scheme, host = parts.scheme, parts.hostname or ""
    except ValueError:
        scheme, host = "", ""
    local = scheme == "http" and host in _LOCAL and not before.startswith("https:")
    if not host or not (scheme == "https" or local):
        said = f"{scheme or '?'}://{host or '?'} is no https address"
        raise RunError("MODEL_MISSING", said, "models are only pulled over https")


def _complete(file: ModelFile, part: Path, report: Report) -> None:
    """Receive what is missing of ``part`` and verify the whole."""
    have = part.stat().st_size if part.exists() else 0
    report.stage(f"pulling {file.name}", file.size)
    if have > file.size:
        raise _Unusable(f"{have} bytes are there, {file.size} expected")
    if have < file.size:
        have = _receive(file, part, have, report)
    if have != file.size:
        raise _Broken(f"the connection ended after {have} of {file.size} bytes")
    found = _digest(part)
    if found != file.sha256:
        raise _Unusable(f"SHA-256 is {found}, expected {file.sha256}")


def _receive(file: ModelFile, part: Path, have: int, report: Report) -> int:
    """Append what the server sends; gives the number of bytes that are there in the end."""
    with _request(file.url, have) as answer:
        if have and not _continues(answer, have):
            have = 0
        report.advance(have)
        with part.open("ab" if have else "wb") as stream:
            while chunk := _read(answer):
                have += len(chunk)
                if have > file.size:
                    raise _Unusable(f"more than the expected {file.size} bytes arrived")
                stream.write(chunk)
                report.advance(len(chunk))
            stream.flush()
            os.fsync(stream.fileno())
    return have


def _request(url: str, have: int) -> http.client.HTTPResponse:
    """Ask for the file from byte ``have`` on."""
    # Compressed answers would have other sizes and ranges than the file.
    headers = {"User-Agent": "columbus", "Accept-Encoding": "identity"}
    if have:
        headers["Range"] = f"bytes={have}-"
    request = urllib.request.Request(url, headers=headers)
    opener = urllib.request.build_opener(_SafeRedirects)
    try:
        answer: http.client.HTTPResponse = opener.open(request, timeout=TIMEOUT)
    except urllib.error.HTTPError as error:
        with error:
            raise _answered(error) from error
    except (OSError, http.client.HTTPException) as error:
        raise _Broken(f"the server cannot be reached ({_reason(error)})") from error
    return answer


def _answered(error: urllib.error.HTTPError) -> Exception:
    said = f"the server answers {error.code} {error.reason}"
    if error.code == _RANGE_REFUSED:
        return _Unusable(said)
    if error.code >= _SERVER_FAULT:
        return _Broken(said)
    return RunError("MODEL_MISSING", said, "the address in the catalogue may be out of date")


class _SafeRedirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects, as content servers use them, but never away from https."""

    def redirect_request(  # the library's signature
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Check the new address first."""
        try:
            check_address(newurl, before=req.full_url)
        except RunError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _continues(answer: http.client.HTTPResponse, have: int) -> bool:
    """Whether the answer is the asked part; a server may send the whole file instead."""
    if answer.status != _PARTIAL:
        return False
    found = _RANGE.fullmatch(answer.headers.get("Content-Range", ""))
    if found is None or int(found[1]) != have:
        raise _Unusable("the server sent another part of the file than was asked for")
    return True


def _read(answer: http.client.HTTPResponse) -> bytes:
    try:
        return answer.read(CHUNK)
    except http.client.IncompleteRead as error:
        return error.partial
    except (OSError, http.client.HTTPException) as error:
        raise _Broken(f"the connection broke ({_reason(error)})") from error


def _reason(error: Exception) -> str:
    inner = getattr(error, "reason", None)
    return str(inner or error)[:120] or type(error).__name__


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _sync_folder(folder: Path) -> None:
    """Make the new name durable; systems without this call do it by themselves."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
