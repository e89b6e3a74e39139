//! Ranges of text that follow a known pattern of secrets.
//!
//! One automaton finds the fixed beginnings (a token's prefix, a key block, a word such as
//! `password`); what follows is checked by hand. So the cost is one pass over the text.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

/// What a fixed beginning announces.
#[derive(Clone, Copy)]
enum Sign {
    /// A token: so many characters of the alphabet must follow.
    Token(&'static str, fn(u8) -> bool, usize),
    /// Like a token, and a dot must be among the characters.
    Dotted(&'static str, fn(u8) -> bool, usize),
    /// A key block in text form.
    Block(&'static str),
    /// `scheme://user:password@host`.
    Address(&'static str),
    /// A word that values are assigned to; whether any value of it is taken for a secret.
    Word(&'static str, bool),
}

impl Sign {
    fn text(self) -> &'static str {
        match self {
            Sign::Token(text, ..)
            | Sign::Dotted(text, ..)
            | Sign::Block(text)
            | Sign::Address(text)
            | Sign::Word(text, _) => text,
        }
    }
}

fn capital(b: u8) -> bool {
    b.is_ascii_uppercase() || b.is_ascii_digit()
}

fn plain(b: u8) -> bool {
    b.is_ascii_alphanumeric()
}

fn dashed(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')
}

fn dotted(b: u8) -> bool {
    dashed(b) || b == b'.'
}

fn slashed(b: u8) -> bool {
    dashed(b) || b == b'/'
}

use Sign::{Address, Block, Dotted, Token, Word};

/// The beginnings, by issuer as their public documentation gives them.
const SIGNS: [Sign; 56] = [
    // Amazon: access key ids by kind of principal.
    Token("AKIA", capital, 16),
    Token("ASIA", capital, 16),
    Token("AROA", capital, 16),
    Token("AIDA", capital, 16),
    // GitHub and GitLab.
    Token("ghp_", plain, 30),
    Token("gho_", plain, 30),
    Token("ghu_", plain, 30),
    Token("ghs_", plain, 30),
    Token("ghr_", plain, 30),
    Token("github_pat_", dashed, 22),
    Token("glpat-", dashed, 18),
    Token("glrt-", dashed, 18),
    Token("gldt-", dashed, 18),
    // Slack.
    Token("xoxb-", dashed, 10),
    Token("xoxp-", dashed, 10),
    Token("xoxa-", dashed, 10),
    Token("xoxr-", dashed, 10),
    Token("xoxs-", dashed, 10),
    Token("xapp-", dashed, 10),
    Token("hooks.slack.com/services/", slashed, 20),
    // Stripe.
    Token("sk_live_", plain, 16),
    Token("sk_test_", plain, 16),
    Token("rk_live_", plain, 16),
    Token("rk_test_", plain, 16),
    Token("pk_live_", plain, 16),
    Token("whsec_", plain, 16),
    // Google.
    Token("AIza", dashed, 30),
    Token("ya29.", dotted, 20),
    Token("GOCSPX-", dashed, 20),
    // Model services, package registries, hosts and mail.
    Token("sk-", dashed, 20),
    Token("hf_", plain, 30),
    Token("npm_", plain, 30),
    Token("pypi-AgE", dashed, 40),
    Token("dop_v1_", plain, 40),
    Token("shpat_", plain, 30),
    Token("SG.", dotted, 40),
    // JSON web tokens: the encoding of `{"`.
    Dotted("eyJ", dotted, 30),
    Block("-----BEGIN"),
    Address("://"),
    Word("password", true),
    Word("passwd", true),
    Word("passphrase", true),
    Word("passcode", true),
    Word("pwd", true),
    Word("secret", true),
    Word("api_key", false),
    Word("apikey", false),
    Word("api-key", false),
    Word("access_key", false),
    Word("accesskey", false),
    Word("private_key", false),
    Word("privatekey", false),
    Word("auth_key", false),
    Word("account_key", false),
    Word("credential", false),
    Word("token", false),
];

/// The list is fixed and small, so building cannot fail; without it nothing would be scanned,
/// which the tests would see.
static AUTOMATON: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::LeftmostFirst)
        .build(SIGNS.map(Sign::text))
        .ok()
});

/// Byte ranges of `text` that look like secrets: sorted, disjoint, at character boundaries.
pub fn scan(text: &str) -> Vec<Range<usize>> {
    let Some(automaton) = AUTOMATON.as_ref() else { return Vec::new() };
    let mut found: Vec<Range<usize>> = automaton
        .find_iter(text)
        .filter_map(|hit| check(text, hit.range(), SIGNS[hit.pattern().as_usize()]))
        .collect();
    found.sort_by_key(|range| (range.start, range.end));
    let mut disjoint: Vec<Range<usize>> = Vec::with_capacity(found.len());
    for range in found {
        match disjoint.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => disjoint.push(range),
        }
    }
    disjoint
}

/// The secret that the beginning at `hit` announces, if what follows bears it out.
fn check(text: &str, hit: Range<usize>, sign: Sign) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    match sign {
        Token(prefix, alphabet, least) => token(bytes, hit, prefix, alphabet, least),
        Dotted(prefix, alphabet, least) => token(bytes, hit, prefix, alphabet, least)
            .filter(|range| bytes[range.clone()].contains(&b'.')),
        Block(_) => block(text, hit),
        Address(_) => password_of_address(bytes, hit.end),
        Word(_, strong) => assigned(bytes, hit.end, strong),
    }
}

fn token(
    bytes: &[u8],
    hit: Range<usize>,
    prefix: &str,
    alphabet: fn(u8) -> bool,
    least: usize,
) -> Option<Range<usize>> {
    let starts = hit.start.checked_sub(1).is_none_or(|before| !dashed(bytes[before]));
    if !starts || &bytes[hit.clone()] != prefix.as_bytes() {
        return None;
    }
    let length = run(&bytes[hit.end..], alphabet);
    let end = hit.end + length;
    // Words joined by dashes have no digits; tokens do.
    let digit = bytes[hit.end..end].iter().any(u8::is_ascii_digit);
    (length >= least && digit).then_some(hit.start..end)
}

fn run(bytes: &[u8], alphabet: fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|&&b| alphabet(b)).count()
}

/// A private key from its first line to its last; to the end of the text if that is missing.
fn block(text: &str, hit: Range<usize>) -> Option<Range<usize>> {
    let rest = &text[hit.end..];
    let head = &rest[..rest.find('\n').unwrap_or(rest.len())];
    if !head.contains("PRIVATE KEY") {
        return None;
    }
    let end = rest.find("-----END").map_or(text.len(), |at| hit.end + at);
    Some(hit.start..end)
}

/// The password of `user:password@host` behind `://`.
fn password_of_address(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    let rest = &bytes[start..];
    let ends = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'/' | b'"' | b'\'' | b'`' | b'<');
    let authority = &rest[..rest.iter().take(300).position(ends).unwrap_or(rest.len().min(300))];
    let at = memchr::memrchr(b'@', authority)?;
    let colon = memchr::memchr(b':', &authority[..at])?;
    let is_placeholder = authority[colon + 1..at].iter().all(|b| matches!(b, b'*' | b'.' | b'x'));
    (!is_placeholder).then_some(start + colon + 1..start + at)
}

/// The value assigned to a name that goes on at `end`: `password = "…"`, `"secret": "…"`,
/// `API_KEY=…`. A weak word needs a value without spaces that has a digit.
fn assigned(bytes: &[u8], end: usize, strong: bool) -> Option<Range<usize>> {
    let mut at = end + run(&bytes[end..bytes.len().min(end + 32)], dashed);
    at += run(&bytes[at..bytes.len().min(at + 2)], |b| matches!(b, b'"' | b'\'' | b']' | b')'));
    let spaces = run(&bytes[at..], is_blank);
    let value = behind_sign(bytes, at + spaces)?;
    let prefix = run(&bytes[value..bytes.len().min(value + 2)], |b| b"bruf@$&LR".contains(&b));
    match bytes.get(value + prefix) {
        Some(&quote @ (b'"' | b'\'' | b'`')) => quoted(bytes, value + prefix + 1, quote, strong),
        _ => bare(bytes, value),
    }
}

fn is_blank(b: u8) -> bool {
    matches!(b, b' ' | b'\t')
}

/// Where the value starts behind `=`, `:`, `:=`, `=>`, or a type and `=`.
fn behind_sign(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = at;
    if !matches!(bytes.get(at)?, b'=' | b':') {
        return None;
    }
    at += run(&bytes[at..], |b| matches!(b, b'=' | b':' | b'>'));
    at += run(&bytes[at..], is_blank);
    let limit = bytes.len().min(at + 40);
    let type_end = at + run(&bytes[at..limit], |b| plain(b) || b"_.<>?&[]| ".contains(&b));
    match bytes.get(type_end) {
        Some(b'=') if type_end > at => {
            let value = type_end + 1;
            Some(value + run(&bytes[value..], is_blank))
        }
        _ => Some(at),
    }
}

fn quoted(bytes: &[u8], start: usize, quote: u8, strong: bool) -> Option<Range<usize>> {
    let rest = &bytes[start..bytes.len().min(start + 1000)];
    let length = rest.iter().position(|&b| b == quote || b == b'\n')?;
    let value = &rest[..length];
    let telling = value.iter().any(u8::is_ascii_digit) && !value.contains(&b' ');
    let taken = if strong { length >= 4 } else { length >= 8 && telling };
    (taken && rest[length] == quote).then_some(start..start + length)
}

/// A value without quotes, as in environment and YAML files: the rest of its line, one word with
/// letters and digits.
fn bare(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    let joined = match bytes.get(..start)? {
        [.., b'=', b':', b' '] => false,
        [.., b'='] | [.., b':', b' '] => true,
        _ => false,
    };
    let rest = &bytes[start..bytes.len().min(start + 1000)];
    let word = run(rest, |b| plain(b) || b"!@#%^&*+/=_.~-".contains(&b));
    let after = &rest[word..];
    let line_ends = matches!(after.first(), None | Some(b'\n' | b'\r'));
    let value = &rest[..word];
    let mixed = value.iter().any(u8::is_ascii_digit) && value.iter().any(u8::is_ascii_alphabetic);
    (joined && line_ends && mixed && word >= 6).then_some(start..start + word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        scan(text).into_iter().map(|range| &text[range]).collect()
    }

    /// Made up, and put together here so that no scanner takes this file for a leak.
    fn sample(prefix: &str, length: usize) -> String {
        let body: String = "Q7w2E9r4T1y6U3i8".chars().cycle().take(length).collect();
        format!("{prefix}{body}")
    }

    #[test]
    fn tokens_of_known_issuers() {
        for (prefix, length) in [
            ("ghp_", 36),
            ("github_pat_", 40),
            ("glpat-", 20),
            ("xoxb-", 30),
            ("sk_live_", 24),
            ("AIza", 35),
            ("sk-", 40),
            ("hf_", 34),
            ("npm_", 36),
        ] {
            let secret = sample(prefix, length);
            assert_eq!(found(&format!("x = '{secret}';")), [secret.as_str()], "{prefix}");
            assert_eq!(found(&format!("{prefix}short")), Vec::<&str>::new());
        }
        let amazon = format!("AKIA{}", "Q7W2".repeat(4));
        assert_eq!(found(&format!("key {amazon}\n")), [amazon.as_str()]);
        assert_eq!(found(&amazon.to_lowercase()), Vec::<&str>::new());
    }

    #[test]
    fn web_tokens_and_key_blocks() {
        let jwt = format!("{}.{}.{}", sample("eyJ", 20), sample("eyJ", 30), sample("", 43));
        assert_eq!(found(&format!("Bearer {jwt}")), [jwt.as_str()]);
        let key =
            "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAK\n-----END RSA PRIVATE KEY-----\nx";
        assert_eq!(found(key).len(), 1);
        assert!(found(key)[0].contains("IBAAK") && !found(key)[0].contains("END"));
        assert_eq!(found("-----BEGIN CERTIFICATE-----\nMIIE\n"), Vec::<&str>::new());
    }

    #[test]
    fn assigned_values() {
        assert_eq!(found("password = \"correct horse\""), ["correct horse"]);
        assert_eq!(found("{\"client_secret\": \"abcd\"}"), ["abcd"]);
        assert_eq!(found("let password: &str = \"hunter2\";"), ["hunter2"]);
        assert_eq!(found("API_KEY := 'abc123def'"), ["abc123def"]);
        assert_eq!(found("config['api_key'] = b'abc123def'"), ["abc123def"]);
        assert_eq!(found("DB_PASSWORD=hunter22\nX=1"), ["hunter22"]);
        assert_eq!(found("password: hunter22"), ["hunter22"]);
        assert_eq!(found("postgres://me:hunter2@db/x"), ["hunter2"]);
    }

    #[test]
    fn code_about_secrets_is_no_secret() {
        for text in [
            "fn check(password: &str, token: Token) -> bool",
            "token = self.next_token()",
            "if token == \"identifier\" {",
            "password = get_password(user2)",
            "let tokens: Vec<Token> = lex(source);",
            "https://example.org/a:b@c",
            "task-manager-with-a-long-name-1 risk-based-decision-making-for-all",
            "secret: String,",
        ] {
            assert_eq!(found(text), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn any_text_gives_sorted_disjoint_ranges() {
        let text = "password='é“日本語x' secret: \"ü\"\nAKIA -----BEGIN PRIVATE KEY-----\nü";
        let ranges = scan(text);
        assert!(ranges.windows(2).all(|w| w[0].end <= w[1].start));
        assert!(ranges.iter().all(|r| text.get(r.clone()).is_some()));
    }

    proptest::proptest! {
        #[test]
        fn never_panics(
            text in "(password|AKIA|://|secret|token|eyJ|-----BEGIN PRIVATE KEY|[ =:\"'@a-z0-9é日\\n]){0,40}",
        ) {
            for range in scan(&text) {
                proptest::prop_assert!(text.get(range).is_some());
            }
        }
    }
}
