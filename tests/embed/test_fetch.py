from __future__ import annotations

import contextlib
import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from columbus.embed import fetch
from columbus.embed.catalog import Model, ModelFile
from columbus.errors import RunError

CONTENT = bytes(range(256)) * 4096
SHA256 = hashlib.sha256(CONTENT).hexdigest()


@dataclass
class Server:
    """A file server whose faults a test chooses."""

    address: str = ""
    content: bytes = CONTENT
    ranges: bool = True
    # Bytes after which a connection ends, one entry a request; nothing left means never.
    cuts: list[int] = field(default_factory=list)
    failures: list[int] = field(default_factory=list)
    redirect: str = ""
    shift: int = 0
    asked: list[str | None] = field(default_factory=list)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    state = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = self.headers.get("Range")
            state.asked.append(asked)
            if state.failures:
                self.send_error(state.failures.pop(0))
                return
            if state.redirect:
                self.send_response(302)
                self.send_header("Location", state.redirect)
                self.end_headers()
                return
            start = int(asked[6:-1]) if asked and state.ranges else 0
            if start and start >= len(state.content):
                self.send_error(416)
                return
            body = state.content[start:]
            self.send_response(206 if start else 200)
            if start:
                first, last = start + state.shift, len(state.content) - 1
                self.send_header("Content-Range", f"bytes {first}-{last}/{last + 1}")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            # A client that has seen enough hangs up.
            with contextlib.suppress(OSError):
                self.wfile.write(body[: state.cuts.pop(0)] if state.cuts else body)

        def log_message(self, *_: object) -> None:
            pass

    monkeypatch.setattr(fetch, "PAUSE", 0.0)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.address = f"http://127.0.0.1:{running.server_address[1]}/model.onnx"
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield state
    running.shutdown()
    running.server_close()
    thread.join()


class Counter:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.total: int | None = None
        self.done = 0

    def stage(self, name: str, total: int | None = None) -> None:
        self.total, self.done = total, 0

    def advance(self, count: int = 1) -> None:
        self.done += count


def described(server: Server, *, size: int = len(CONTENT), sha256: str = SHA256) -> Model:
    file = ModelFile("model.onnx", size, sha256, server.address)
    return Model("remote", "onnx", 8, "MIT", (file,))


def pull(model: Model, folder: Path) -> Counter:
    counter = Counter()
    fetch.fetch_model(model, folder, counter)
    return counter


def refused(model: Model, folder: Path) -> RunError:
    with pytest.raises(RunError) as error:
        pull(model, folder)
    assert "\n" not in error.value.message
    assert not (folder / "model.onnx").exists()
    return error.value


def test_a_file_arrives_whole(server: Server, tmp_path: Path) -> None:
    counter = pull(described(server), tmp_path / "new")
    assert (tmp_path / "new" / "model.onnx").read_bytes() == CONTENT
    assert (counter.done, counter.total) == (len(CONTENT), len(CONTENT))
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["model.onnx"]


def test_a_verified_file_is_not_asked_for_again(server: Server, tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(CONTENT)
    pull(described(server), tmp_path)
    assert server.asked == []


def test_a_corrupt_file_of_the_right_size_is_replaced(server: Server, tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"x" * len(CONTENT))
    pull(described(server), tmp_path)
    assert (tmp_path / "model.onnx").read_bytes() == CONTENT


def test_broken_connections_are_continued(server: Server, tmp_path: Path) -> None:
    server.cuts = [300_000, 400_000]
    counter = pull(described(server), tmp_path)
    assert (tmp_path / "model.onnx").read_bytes() == CONTENT
    assert server.asked == [None, "bytes=300000-", "bytes=700000-"]
    assert counter.done == len(CONTENT)


def test_what_an_earlier_call_left_is_continued(server: Server, tmp_path: Path) -> None:
    (tmp_path / "model.onnx.part").write_bytes(CONTENT[:500_001])
    pull(described(server), tmp_path)
    assert server.asked == ["bytes=500001-"]
    assert (tmp_path / "model.onnx").read_bytes() == CONTENT


def test_a_complete_part_only_needs_its_name(server: Server, tmp_path: Path) -> None:
    (tmp_path / "model.onnx.part").write_bytes(CONTENT)
    pull(described(server), tmp_path)
    assert server.asked == []
    assert (tmp_path / "model.onnx").read_bytes() == CONTENT


def test_a_server_without_ranges_starts_anew(server: Server, tmp_path: Path) -> None:
    server.ranges = False
    (tmp_path / "model.onnx.part").write_bytes(b"y" * 1000)
    counter = pull(described(server), tmp_path)
    assert (tmp_path / "model.onnx").read_bytes() == CONTENT
    assert counter.done == len(CONTENT)


def test_a_connection_that_always_breaks_keeps_the_part(server: Server, tmp_path: Path) -> None:
    server.cuts = [1000] * fetch.ATTEMPTS
    error = refused(described(server), tmp_path)
    assert error.code == "MODEL_MISSING"
    assert "4000 of 1048576" in error.message
    assert "again" in error.hint
    assert (tmp_path / "model.onnx.part").stat().st_size == 4000


def test_wrong_content_is_refused_and_removed(server: Server, tmp_path: Path) -> None:
    server.content = b"z" * len(CONTENT)
    assert refused(described(server), tmp_path).code == "MODEL_BROKEN"
    assert list(tmp_path.iterdir()) == []


def test_a_part_of_another_file_is_refused_and_removed(server: Server, tmp_path: Path) -> None:
    (tmp_path / "model.onnx.part").write_bytes(b"y" * 1000)
    assert "SHA-256" in refused(described(server), tmp_path).message
    pull(described(server), tmp_path)
    assert (tmp_path / "model.onnx").read_bytes() == CONTENT


@pytest.mark.parametrize("size", [len(CONTENT) - 1, 10])
def test_a_file_larger_than_pinned_is_cut_off(server: Server, tmp_path: Path, size: int) -> None:
    error = refused(described(server, size=size), tmp_path)
    assert (error.code, "more than" in error.message) == ("MODEL_BROKEN", True)
    assert list(tmp_path.iterdir()) == []


def test_a_file_smaller_than_pinned_is_refused(server: Server, tmp_path: Path) -> None:
    error = refused(described(server, size=len(CONTENT) + 5), tmp_path)
    assert error.code == "MODEL_BROKEN"
    assert list(tmp_path.iterdir()) == []


def test_a_part_that_is_too_large_is_removed(server: Server, tmp_path: Path) -> None:
    (tmp_path / "model.onnx.part").write_bytes(CONTENT + b"1")
    assert refused(described(server), tmp_path).code == "MODEL_BROKEN"
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_range_is_refused(server: Server, tmp_path: Path) -> None:
    server.shift = 1
    (tmp_path / "model.onnx.part").write_bytes(CONTENT[:1000])
    assert "another part" in refused(described(server), tmp_path).message


def test_server_faults_are_tried_again_and_refusals_are_not(server: Server, tmp_path: Path) -> None:
    server.failures = [503, 500]
    pull(described(server), tmp_path / "a")
    assert len(server.asked) == 3
    server.failures = [404]
    (tmp_path / "b").mkdir()
    assert "404" in refused(described(server), tmp_path / "b").message
    assert len(server.asked) == 4


def test_nobody_listening_is_one_clear_line(server: Server, tmp_path: Path) -> None:
    server.address = "http://127.0.0.1:1/model.onnx"
    error = refused(described(server), tmp_path)
    assert (error.code, "cannot be reached" in error.message) == ("MODEL_MISSING", True)


@pytest.mark.parametrize(
    "address",
    ["http://example.org/m", "ftp://example.org/m", "file:///etc/passwd", "m", "http://["],
)
def test_only_https_is_spoken(server: Server, tmp_path: Path, address: str) -> None:
    server.address = address
    assert "https" in refused(described(server), tmp_path).message
    assert server.asked == []


@pytest.mark.parametrize("address", ["http://example.org/m", "file:///etc/passwd"])
def test_redirects_do_not_leave_https(server: Server, tmp_path: Path, address: str) -> None:
    server.redirect = address
    refused(described(server), tmp_path)
    assert len(server.asked) == 1


def test_a_model_without_an_address_says_where_its_files_go(tmp_path: Path) -> None:
    model = Model("local", "onnx", 8, "MIT", (ModelFile("model.onnx", 1, SHA256),))
    error = refused(model, tmp_path)
    assert error.code == "MODEL_MISSING"
    assert str(tmp_path) in error.hint


def test_a_folder_that_cannot_be_made_is_a_store_error(server: Server, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(RunError) as error:
        pull(described(server), tmp_path / "file" / "models")
    assert error.value.code == "STORE_ERROR"
