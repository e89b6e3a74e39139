//! Lines of a text: 1-based, ended by LF alone, the last one with or without.

use std::ops::Range;

/// Where each line starts.
#[derive(Debug)]
pub(super) struct Lines {
    starts: Vec<u32>,
    end: u32,
}

impl Lines {
    /// Finds the lines of `text`. A text that ends in LF has no empty line behind it.
    pub(super) fn new(text: &str) -> Self {
        let mut starts = Vec::with_capacity(text.len() / 32 + 1);
        if !text.is_empty() {
            starts.push(0);
        }
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        starts.extend(ends.filter(|&at| at < text.len()).map(|at| at as u32));
        Self { starts, end: text.len() as u32 }
    }

    /// How many lines there are.
    pub(super) fn count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The line that holds a byte; the last line for the end of the text.
    pub(super) fn line_of(&self, byte: u32) -> u32 {
        self.starts.partition_point(|&start| start <= byte).max(1) as u32
    }

    /// The bytes of a line with its LF.
    pub(super) fn range(&self, line: u32) -> Range<u32> {
        let index = line as usize;
        let start = self.starts.get(index.wrapping_sub(1)).copied().unwrap_or(self.end);
        start..self.starts.get(index).copied().unwrap_or(self.end)
    }

    /// The lines that a range touches.
    pub(super) fn span(&self, bytes: &Range<u32>) -> (u32, u32) {
        (self.line_of(bytes.start), self.line_of(bytes.end.saturating_sub(1).max(bytes.start)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_line_feeds_end_lines() {
        let lines = Lines::new("a\u{2028}b\x0c\r\nc\n");
        assert_eq!(lines.count(), 2);
        assert_eq!(lines.line_of(0), 1);
        assert_eq!(lines.range(2), 8..10);
        assert_eq!(lines.span(&(0..8)), (1, 1));
        assert_eq!(lines.span(&(0..9)), (1, 2));
    }

    #[test]
    fn no_text_has_no_line() {
        assert_eq!(Lines::new("").count(), 0);
        assert_eq!(Lines::new("\n").count(), 1);
    }
}
