"""Progress: silent when short, one line when long, never in the way."""

from __future__ import annotations

import io

import pytest

from columbus.progress import Line, Log, Progress, Silent, describe, span


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_short_work_shows_nothing(clock: Clock) -> None:
    stream = io.StringIO()
    line = Line(stream, 80, clock)
    line.stage("parsing", 10)
    clock.now = 1.9
    line.advance(10)
    line.close()
    assert stream.getvalue() == ""


def test_long_work_shows_one_line_that_goes_away(clock: Clock) -> None:
    stream = io.StringIO()
    line = Line(stream, 80, clock)
    line.stage("parsing", 100)
    for step in range(1, 5):
        clock.now = step * 1.0
        line.advance(10)
        line.advance(0)
    line.close()
    line.close()
    shown = stream.getvalue().split("\r\x1b[K")
    assert shown == [
        "",
        "parsing  20/100  20%  10/s  8s left",
        "parsing  30/100  30%  10/s  7s left",
        "parsing  40/100  40%  10/s  6s left",
        "",
    ]


def test_a_line_never_wraps(clock: Clock) -> None:
    stream = io.StringIO()
    line = Line(stream, 20, clock)
    line.stage("a very long name of a stage", 100)
    clock.now = 3.0
    line.advance()
    assert max(map(len, stream.getvalue().split("\r\x1b[K"))) == 19


def test_notes_stand_above_the_line(clock: Clock) -> None:
    stream = io.StringIO()
    line = Line(stream, 80, clock)
    line.stage("parsing")
    clock.now = 3.0
    line.advance(30)
    line.note("charting this project first")
    assert stream.getvalue().endswith("\r\x1b[Kcharting this project first\n")


def test_log_has_a_line_for_each_stage(clock: Clock) -> None:
    stream = io.StringIO()
    log = Log(stream, clock)
    log.stage("walking")
    clock.now = 0.5
    log.stage("parsing", 2000)
    log.advance(1200)
    clock.now = 2.0
    log.close()
    log.close()
    assert stream.getvalue() == "walking: in 0.50 s\nparsing: 1,200 in 1.50 s\n"


def test_silent_only_takes_notes() -> None:
    stream = io.StringIO()
    report: Progress = Silent(stream)
    report.stage("x", 1)
    report.advance()
    report.note("said")
    report.close()
    assert stream.getvalue() == "said\n"
    Silent().note("nobody hears")


def test_a_closed_stream_does_not_stop_the_work() -> None:
    stream = io.StringIO()
    stream.close()
    Silent(stream).note("x")


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "0s"), (59.4, "59s"), (187, "3m07s"), (7500, "2h05m")]
)
def test_span(seconds: float, text: str) -> None:
    assert span(seconds) == text


def test_describe_without_a_total() -> None:
    assert describe("walking", 5, None, 2.0) == "walking  5  2.5/s"
    assert describe("walking", 0, None, 0.0) == "walking"
    assert describe("x", 12, 10, 1.0) == "x  12/10  100%  12/s"
