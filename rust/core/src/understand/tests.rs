use proptest::prelude::*;

use super::*;

fn texts(query: &Understood, kind: TermKind) -> Vec<&str> {
    let of_kind = query.terms.iter().filter(|term| term.kind == kind);
    of_kind.map(|term| term.text.as_str()).collect()
}

fn strings(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

#[test]
fn plain_words_give_stemmed_parts_and_glue() {
    let query = understand("Parsing of the request headers");
    assert_eq!(texts(&query, TermKind::Part), ["pars", "request", "head"]);
    // Stop words between two words do not keep them apart.
    assert_eq!(texts(&query, TermKind::Glue), ["parsingrequest", "requesthead"]);
    assert!(texts(&query, TermKind::Compound).is_empty());
    assert!(query.identifiers.is_empty());
}

#[test]
fn an_identifier_gives_its_parts_and_compounds() {
    let query = understand("where is parseHTTPRequests called");
    assert_eq!(texts(&query, TermKind::Part), ["pars", "http", "request", "call"]);
    assert_eq!(texts(&query, TermKind::Compound), ["parsehttp", "httprequest", "parsehttprequest"]);
    assert!(texts(&query, TermKind::Glue).is_empty());
    assert_eq!(query.identifiers, ["parseHTTPRequests"]);
    assert_eq!(query.squashed, ["parsehttprequests"]);
    assert_eq!(query.squashed_whole, "parsehttprequestscalled");
}

#[test]
fn single_letters_of_an_identifier_are_no_parts_but_digits_are() {
    assert_eq!(texts(&understand("aB_x509"), TermKind::Part), ["509"]);
    assert_eq!(texts(&understand("utf8Decoder"), TermKind::Part), ["utf", "8", "decod"]);
}

#[test]
fn an_acronym_before_a_word_is_an_identifier() {
    let query = understand("retry in HTTPClient");
    assert_eq!(query.identifiers, ["HTTPClient"]);
    assert_eq!(query.squashed, ["httpclient"]);
    assert_eq!(texts(&query, TermKind::Part), ["retry", "http", "client"]);
}

#[test]
fn words_with_marks_are_identifiers_and_plain_ones_are_not() {
    let names = |text: &str| understand(text).identifiers;
    assert_eq!(names("the load_config and saveAll of v2Api"), ["load_config", "saveAll", "v2Api"]);
    assert_eq!(names("call _private or NASA of Rust"), Vec::<String>::new());
    assert_eq!(names("empty_set? or drop_all!"), ["empty_set?", "drop_all!"]);
    assert_eq!(names("a.b_c(d_e) twice b_c"), ["b_c", "d_e"]);
    assert_eq!(names("$scope_id"), ["scope_id"]);
}

#[test]
fn a_single_word_is_an_identifier_in_any_shape() {
    assert_eq!(understand("  router ").identifiers, ["router"]);
    assert_eq!(understand("\"router\"").identifiers, ["router"]);
}

#[test]
fn a_query_of_stop_words_keeps_them_all() {
    let query = understand("how to use it");
    assert_eq!(texts(&query, TermKind::Part), ["how", "to", "use", "it"]);
    assert!(query.parts.is_empty() && query.squashed_whole.is_empty());
    let mixed = understand("how to use it for retries");
    assert_eq!(texts(&mixed, TermKind::Part), ["retry"]);
}

#[test]
fn endings_with_an_apostrophe_say_nothing() {
    let plain = texts(&understand("parser's state"), TermKind::Part).join(" ");
    assert_eq!(plain, "pars stat");
    let curly = understand("parser\u{2019}s state");
    assert_eq!(texts(&curly, TermKind::Part).join(" "), plain);
    assert_eq!(texts(&understand("why doesn't it close"), TermKind::Part), ["clos"]);
}

#[test]
fn operators_are_no_words() {
    let query = understand("-path:tests \"load config\" retryPolicy -cache lang:go");
    assert_eq!(texts(&query, TermKind::Part), ["load", "config", "retry", "policy"]);
    assert_eq!(query.identifiers, ["retryPolicy"]);
    assert!(!query.words.contains("cache") && !query.words.contains("tests"));
    assert_eq!((query.filters.len(), query.excluded.len(), query.phrases.len()), (2, 1, 1));
    // The postings of what must not be there are read, too.
    assert!(query.hashes().contains(&terms::hash("cach").cast_signed()));
}

#[test]
fn a_word_stands_for_all_its_terms() {
    assert_eq!(key_terms("Requests"), ["request"]);
    assert_eq!(key_terms("parseHTTPRequests"), ["parsehttprequest"]);
    assert_eq!(key_terms("user_name"), key_terms("username"));
    assert_eq!(key_terms("検索機能"), ["検索", "索機", "機能"]);
    assert_eq!(key_terms("検索"), ["検索"]);
}

#[test]
fn names_between_letters_of_a_script_without_blanks_are_identifiers() {
    assert!(understand("请问HTTPClient在哪里").identifiers.contains(&"HTTPClient".to_owned()));
    assert!(understand("load_config在哪里调用").identifiers.contains(&"load_config".to_owned()));
}

#[test]
fn files_count_when_there_is_nothing_else_or_a_line() {
    let places = |text: &str| -> Vec<(String, Option<u32>)> {
        understand(text).places.into_iter().map(|place| (place.path, place.line)).collect()
    };
    assert_eq!(
        places("a/b.py c.rs:4"),
        [("a/b.py".to_owned(), None), ("c.rs".to_owned(), Some(4))]
    );
    assert_eq!(places("what is at c.rs:4"), [("c.rs".to_owned(), Some(4))]);
    assert!(places("what is in c.rs").is_empty());
    assert_eq!(understand("a/b.py lang:python").intent, Intent::Path);
}

#[test]
fn other_alphabets_are_queries_too() {
    let query = understand("НашКласс École");
    assert_eq!(texts(&query, TermKind::Part), ["наш", "класс", "école"]);
    assert_eq!(query.identifiers, ["НашКласс"]);
    assert_eq!(texts(&understand("検索機能"), TermKind::Part)[0], "検索機能");
    assert!(texts(&understand("検索機能"), TermKind::Part).contains(&"機能"));
}

#[test]
fn each_term_is_there_once_and_abbreviations_come_with_it() {
    let query = understand("request requests Requested");
    assert_eq!(texts(&query, TermKind::Part), ["request"]);
    assert_eq!(strings(&query.terms[0].abbreviations), ["req"]);
    assert_eq!(strings(&understand("ctx").terms[0].abbreviations), ["context"]);
}

#[test]
fn the_first_terms_of_a_long_query_are_kept() {
    let long: Vec<String> = (0..500).map(|n| format!("{n}")).collect();
    let query = understand(&long.join(" "));
    assert_eq!(query.terms.len(), MAX_TERMS);
    assert_eq!(query.terms[0].text, "0");
}

#[test]
fn parts_are_unstemmed_and_longest_first() {
    assert_eq!(understand("to parse aB_requests in db").parts, ["requests", "parse"]);
}

#[test]
fn words_for_the_intents_are_whole_and_split() {
    let words = understand("Third-party load_config (tests)").words;
    let found: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(found, ["config", "load", "load_config", "party", "tests", "third", "third-party"]);
}

#[test]
fn prefixes_are_taken_for_long_words_and_without_known_variants() {
    let query = understand("ctx config x509 retry");
    assert_eq!(query.prefix_terms(), ["config", "ctxconfig", "retry"]);
    let pair = |of: &str, other: &str| (of.to_owned(), other.to_owned());
    let with = query.with_prefixes(&[
        pair("config", "configur"),
        pair("config", "configstor"),
        pair("config", "configstor"),
        pair("config", "config"),
        pair("config", "cfg"),
        pair("other", "others"),
    ]);
    let config = with.terms.iter().find(|term| term.text == "config").expect("the term");
    assert!(config.abbreviations.contains(&"cfg".to_owned()));
    assert!(!config.prefixes.contains(&"cfg".to_owned()));
    assert!(!config.prefixes.contains(&"config".to_owned()));
    assert!(config.prefixes.contains(&"configstor".to_owned()));
    assert!(config.prefixes.is_sorted());
    assert!(with.terms.iter().all(|term| !term.prefixes.contains(&"others".to_owned())));
}

#[test]
fn hashes_hold_terms_variants_and_names_in_order() {
    let pair = ("retry".to_owned(), "retrypolicy".to_owned());
    let hashes = understand("retryHandler ctx").with_prefixes(&[pair]).hashes();
    assert!(hashes.is_sorted_by(|a, b| a < b));
    for term in ["retry", "handl", "retryhandl", "ctx", "context", "retrypolicy"] {
        assert!(hashes.contains(&terms::hash(term).cast_signed()), "{term}");
    }
    assert!(hashes.contains(&terms::name_hash("retryHandler").cast_signed()));
    assert!(hashes.contains(&terms::squashed_hash("retry_handler").cast_signed()));
}

#[test]
fn nothing_is_asked_for_by_marks_alone() {
    for text in ["", "   ", "()[]{}", "&& || !", "\"\"", "\u{200b}\u{feff}", "___", "$$$", "-- * ?"]
    {
        let query = understand(text);
        assert!(query.terms.is_empty(), "{text:?} {:?}", query.terms);
        assert!(query.parts.is_empty());
    }
}

proptest! {
    #[test]
    fn any_text_is_a_query(text in "\\PC*") {
        check(&text)?;
    }

    #[test]
    fn quotes_operators_and_odd_letters(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "\"", "'", "'s ", "n't", "\u{2019}", "AND", "OR", "NOT", "NEAR(", ")", "*", "^", ":", "-",
                "_", "__", "$", "!", "?", "HTTPClient", "aB", "İ", "ß", "ﬁ", "e\u{301}", "検", "한", "🦀",
                "lang:", "path:", "kind:", "ext:", "go", "[", "class", " -", "“", "”", "«", "a.py", "/",
                ":12", "Error: ",
                "\0", "\n", "\u{2028}", "x", "9", " ",
            ]),
            0..40,
        ),
    ) {
        check(&words.concat())?;
    }
}

fn check(text: &str) -> Result<(), TestCaseError> {
    let query = understand(text);
    prop_assert!(query.terms.len() <= MAX_TERMS);
    let unique: BTreeSet<&str> = query.terms.iter().map(|term| term.text.as_str()).collect();
    prop_assert_eq!(unique.len(), query.terms.len());
    prop_assert!(!unique.contains(""));
    prop_assert_eq!(query.identifiers.len(), query.squashed.len());
    prop_assert!(query.hashes().is_sorted());
    prop_assert!(query.phrases.iter().all(|phrase| text.contains(phrase.as_str())));
    let operators = query.phrases.len() + query.excluded.len() + query.filters.len();
    prop_assert!(operators > 0 || query.plain == text);
    prop_assert_eq!(understand(text), query);
    Ok(())
}
