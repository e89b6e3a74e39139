//! Operators in the text of a query: filters, words that must not be there, phrases.
//!
//! Nothing is a syntax error: what is no operator in full stays words, as typed.
//!
//! ```text
//! key:value  key:"value"   a filter, when the key is known and the value is one of its values
//! -key:value               the same filter turned around
//! -word  -"some words"     not in the unit; never the whole query, and no flag or number
//! "some words"             a phrase; „ “ ” « » 「 」 quote, too
//! ```

use crate::understand::filters::{self, Filter, Reading, Unusable};

/// Quotes that open a phrase, each with those that close it.
const QUOTES: [(char, &[char]); 5] =
    [('"', &['"']), ('“', &['”']), ('„', &['“', '”']), ('«', &['»']), ('「', &['」'])];
/// A straight quote opens a phrase at the beginning of a word or behind one of these.
const BEFORE_QUOTE: [char; 8] = ['(', '[', '{', ',', '=', ':', '/', '>'];

/// A query, taken apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Syntax {
    /// What is left as words: the text itself when it holds no operator.
    pub(super) plain: String,
    /// Between quotes, as typed.
    pub(super) phrases: Vec<String>,
    /// Words (or words in quotes) behind a minus.
    pub(super) excluded: Vec<String>,
    /// Filters.
    pub(super) filters: Vec<Filter>,
    /// Known keys with a value that is none; they stay words.
    pub(super) unusable: Vec<Unusable>,
}

/// Takes a query apart.
pub(super) fn read(text: &str) -> Syntax {
    let mut syntax = Syntax::default();
    // A minus needs something else to look for: alone it is a flag that someone looks up.
    let alone = text.split_whitespace().count() < 2;
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
        syntax.plain.push_str(&rest[..start]);
        rest = syntax.item(&rest[start..], alone);
    }
    syntax.plain.push_str(rest);
    if syntax.phrases.is_empty() && syntax.excluded.is_empty() && syntax.filters.is_empty() {
        text.clone_into(&mut syntax.plain);
    }
    syntax
}

/// A quoted text and what comes behind it.
struct Quoted<'a> {
    inner: &'a str,
    rest: &'a str,
}

/// The quoted text at the beginning of `text`, if its quote is closed and holds a letter or digit.
fn quoted(text: &str) -> Option<Quoted<'_>> {
    let mut chars = text.chars();
    let open = chars.next()?;
    let (_, closing) = QUOTES.iter().find(|(quote, _)| *quote == open)?;
    let body = chars.as_str();
    let end = body.find(|c: char| closing.contains(&c))?;
    let inner = &body[..end];
    let width = body[end..].chars().next().map_or(0, char::len_utf8);
    inner.contains(char::is_alphanumeric).then_some(Quoted { inner, rest: &body[end + width..] })
}

impl Syntax {
    /// Takes what begins here, which is no blank, and gives what is left.
    fn item<'a>(&mut self, text: &'a str, alone: bool) -> &'a str {
        if let Some(found) = quoted(text) {
            self.phrase(found.inner);
            return found.rest;
        }
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let word = &text[..end];
        if let Some(rest) = self.quoted_value(text, alone) {
            return rest;
        }
        if self.filter(word, word) || (!alone && self.exclude(word)) {
            return &text[end..];
        }
        let cut = quote_inside(text, word).unwrap_or(end);
        self.plain.push_str(&text[..cut]);
        &text[cut..]
    }

    fn phrase(&mut self, inner: &str) {
        let phrase = inner.trim();
        // The words of a phrase are words of the query, too.
        self.plain.push(' ');
        self.plain.push_str(inner);
        self.plain.push(' ');
        if !self.phrases.iter().any(|known| known == phrase) {
            self.phrases.push(phrase.to_owned());
        }
    }

    /// `key:"value"`, `-key:"value"` and `-"words"`.
    fn quoted_value<'a>(&mut self, text: &'a str, alone: bool) -> Option<&'a str> {
        let quote = text.find('"')?;
        let head = &text[..quote];
        let found = quoted(&text[quote..])?;
        if head == "-" && !alone {
            self.excluded.push(found.inner.trim().to_owned());
            return Some(found.rest);
        }
        let raw = &text[..text.len() - found.rest.len()];
        let is_key = head.ends_with(':') && !head.contains(char::is_whitespace);
        (is_key && self.filter(&format!("{head}{}", found.inner.trim()), raw)).then_some(found.rest)
    }

    /// Whether `word` was a filter.
    fn filter(&mut self, word: &str, raw: &str) -> bool {
        match filters::read(word) {
            Reading::Filter(filter) => {
                if !self.filters.contains(&filter) {
                    self.filters.push(filter);
                }
                true
            }
            Reading::Unusable(key, value) => {
                self.unusable.push(Unusable { word: raw.to_owned(), key, value });
                false
            }
            Reading::Words => false,
        }
    }

    /// Whether `word` was a word behind a minus: `-v`, `--flag`, `-1` and `-a=b` are not.
    fn exclude(&mut self, word: &str) -> bool {
        let Some(bare) = word.strip_prefix('-') else { return false };
        let first = bare.chars().next();
        let is_word = first.is_some_and(|c| c.is_alphabetic() || c == '_')
            && bare.chars().nth(1).is_some()
            && bare.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c));
        if is_word && !self.excluded.iter().any(|known| known == bare) {
            self.excluded.push(bare.to_owned());
        }
        is_word
    }
}

/// Where a phrase begins inside the word that `text` begins with.
fn quote_inside(text: &str, word: &str) -> Option<usize> {
    let mut before = ' ';
    for (at, c) in word.char_indices() {
        let opens = c != '"' || BEFORE_QUOTE.contains(&before);
        if at > 0 && opens && quoted(&text[at..]).is_some() {
            return Some(at);
        }
        before = c;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::understand::filters::Key;

    fn filters(text: &str) -> Vec<(&'static str, String, bool)> {
        let found = read(text).filters.into_iter();
        found.map(|filter| (filter.key.name(), filter.value, filter.negated)).collect()
    }

    #[test]
    fn what_is_no_operator_stays_as_typed() {
        let queries = "std::vector|a:b|http://x|foo:bar|pre-commit -|- |-|--verbose flag|returns -1\
            |gcc -v now|\"unbalanced|say \"hi|\"\" empty|5\" and 6\" disks|it's|a\"b\"c|path::Path\
            |kind::Foo bar|lang:|-lang:|lang: go|-Werror|-D_X=1 y|:go|-:x|—word x\
            |a -\u{301} b|don\"t";
        for query in queries.split('|') {
            let syntax = read(query);
            let plain = Syntax { plain: query.to_owned(), ..Syntax::default() };
            assert_eq!(syntax, plain, "{query}");
        }
    }

    #[test]
    fn filters_are_known_keys_with_usable_values() {
        let plain = |text: &str| read(text).plain.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(filters("retry lang:go"), [("lang", "go".to_owned(), false)]);
        assert_eq!(plain("lang:go retry policy path:src/"), "retry policy");
        assert_eq!(filters("in:src/** x"), [("path", "src/**".to_owned(), false)]);
        assert_eq!(filters("-path:tests x"), [("path", "tests".to_owned(), true)]);
        assert_eq!(filters("x kind:Class"), [("kind", "class".to_owned(), false)]);
        assert_eq!(filters("x role:test -role:impl").len(), 2);
        assert_eq!(filters("x ext:.PY ext:py"), [("ext", "py".to_owned(), false)]);
        assert_eq!(filters("x lang:PY"), [("lang", "python".to_owned(), false)]);
        assert_eq!(filters("path:\"my dir/x\" y"), [("path", "my dir/x".to_owned(), false)]);
        assert_eq!(filters("-path:\"my dir\" y"), [("path", "my dir".to_owned(), true)]);
    }

    #[test]
    fn a_value_that_is_none_stays_a_word_and_is_named() {
        let syntax = read("lang:klingon \"a b\" kind:unicorn path:[ ext:a/b role:king");
        let keys: Vec<Key> = syntax.unusable.iter().map(|one| one.key).collect();
        assert_eq!(keys, [Key::Language, Key::Kind, Key::Path, Key::Extension, Key::Role]);
        assert_eq!(syntax.unusable[0].word, "lang:klingon");
        for word in ["lang:klingon", "kind:unicorn", "path:[", "ext:a/b", "role:king"] {
            assert!(syntax.plain.contains(word), "{word}");
        }
    }

    #[test]
    fn a_minus_before_a_word_excludes_it() {
        let excluded = |text: &str| read(text).excluded;
        assert_eq!(excluded("-word foo"), ["word"]);
        assert_eq!(excluded("foo -test_case -a.b -a.b"), ["test_case", "a.b"]);
        assert_eq!(excluded("foo -\"not this\" bar"), ["not this"]);
        assert_eq!(excluded("поиск -тест 检索 -测试"), ["тест", "测试"]);
        assert_eq!(read("-word foo").plain.trim(), "foo");
        assert!(excluded("-word").is_empty() && excluded("-\"word\"").is_empty());
    }

    #[test]
    fn phrases_are_what_stands_between_quotes() {
        let phrases = |text: &str| read(text).phrases;
        assert_eq!(phrases("\"Could not  connect\""), ["Could not  connect"]);
        assert_eq!(phrases("a \"b c\" d \"e\" \"b c\""), ["b c", "e"]);
        assert_eq!(phrases("raise ValueError(\"bad value\")"), ["bad value"]);
        assert_eq!(
            phrases("“curly one” «ёлки» „unten“ 「日本」"),
            ["curly one", "ёлки", "unten", "日本"]
        );
        assert_eq!(phrases("请问\u{201c}连接 失败\u{201d}在哪"), ["连接 失败"]);
        assert_eq!(phrases("a \"b c\" d \"e"), ["b c"]);
        assert_eq!(read("x \"b c\"").plain.split_whitespace().collect::<Vec<_>>(), ["x", "b", "c"]);
    }
}
