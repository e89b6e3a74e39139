//! Finds words: a hand-written scanner, since this loop sees every byte of the tree.

/// What a character is to the scanner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Letter,
    Digit,
    Underscore,
    Wide,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'_' => Class::Underscore,
            0x80.. => Class::Wide,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// The words of `text`, in order: a letter followed by letters, digits and inner underscores, or
/// a run of digits.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    spans(text).map(|(_, word)| word)
}

/// The words of `text` with their byte offsets.
pub fn spans(text: &str) -> Spans<'_> {
    Spans { text, at: 0 }
}

/// Iterator of [`spans`]: byte offset and word.
#[derive(Clone, Debug)]
pub struct Spans<'a> {
    text: &'a str,
    at: usize,
}

impl Spans<'_> {
    /// The class of the character at `at`, and how many bytes it takes.
    #[inline]
    fn class(&self, at: usize) -> Option<(Class, usize)> {
        let class = CLASSES[usize::from(*self.text.as_bytes().get(at)?)];
        if class == Class::Wide { self.wide(at) } else { Some((class, 1)) }
    }

    #[cold]
    fn wide(&self, at: usize) -> Option<(Class, usize)> {
        let c = self.text.get(at..)?.chars().next()?;
        let class = match c {
            _ if c.is_alphabetic() => Class::Letter,
            _ if c.is_numeric() => Class::Digit,
            _ => Class::Other,
        };
        Some((class, c.len_utf8()))
    }

    /// End of the identifier that starts before `at`: trailing underscores do not belong to it.
    fn identifier_end(&self, mut at: usize) -> usize {
        let mut end = at;
        while let Some((class, size)) = self.class(at) {
            match class {
                Class::Letter | Class::Digit => end = at + size,
                Class::Underscore => {}
                Class::Other | Class::Wide => break,
            }
            at += size;
        }
        end
    }

    fn digits_end(&self, mut at: usize) -> usize {
        while let Some((Class::Digit, size)) = self.class(at) {
            at += size;
        }
        at
    }
}

impl<'a> Iterator for Spans<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (class, size) = self.class(self.at)?;
            let start = self.at;
            self.at += size;
            self.at = match class {
                Class::Letter => self.identifier_end(self.at),
                Class::Digit => self.digits_end(self.at),
                _ => continue,
            };
            return Some((start, &self.text[start..self.at]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        words(text).collect()
    }

    #[test]
    fn words_are_identifiers_and_digit_runs() {
        assert_eq!(found("let _foo__bar_ = 0x1F + a2b;"), ["let", "foo__bar", "0", "x1F", "a2b"]);
        assert_eq!(found("2fast 10"), ["2", "fast", "10"]);
        assert_eq!(found("__ _ -"), Vec::<&str>::new());
    }

    #[test]
    fn unicode_letters_and_digits() {
        assert_eq!(
            found("naïve—Größe 検索、機能 ٣٤x"),
            ["naïve", "Größe", "検索", "機能", "٣٤", "x"]
        );
    }

    #[test]
    fn offsets_are_of_the_text() {
        let text = "é; foo_bar";
        for (at, word) in spans(text) {
            assert_eq!(&text[at..at + word.len()], word);
        }
        assert_eq!(spans(text).last(), Some((4, "foo_bar")));
    }
}
