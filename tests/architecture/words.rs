//! Comments in plain English: how they begin, and words that they avoid.

use super::{all_sources, read, report, root};

/// Beginnings of a comment that hide its subject. A type or a field begins with a noun, a function
/// with a verb: "Returns", "The number of".
const HEADS: &[&str] = &[
    "What ",
    "Who ",
    "Whatever ",
    "Whoever ",
    "The most ",
    "The fewest ",
    "The same ",
    "Those of ",
];

/// Words that a comment avoids, and the maximum number of lines with them. The numbers only fall.
const WORDS: &[(&str, usize)] = &[
    ("told", 0),
    ("nobody", 0),
    ("whoever", 0),
    ("by lot", 0),
    ("anew", 0),
    ("so many", 0),
    ("is wanted", 0),
    ("stands for", 0),
    ("of those that", 0),
];

/// The text of a comment that fills a line, and its marker.
fn comment(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let marker = ["//!", "///", "//"].into_iter().find(|marker| line.starts_with(marker))?;
    Some((marker, line[marker.len()..].trim_start()))
}

/// The first lines of comments, with the numbers of their lines.
fn heads(text: &str) -> Vec<(usize, &str)> {
    let mut before: Option<(&str, &str)> = None;
    let mut found = Vec::new();
    for (place, line) in text.lines().enumerate() {
        let here = comment(line);
        if let Some((marker, words)) = here {
            // A blank line of a comment ends a paragraph, not the comment.
            if before.is_none_or(|(other, _)| other != marker) {
                found.push((place + 1, words));
            }
        }
        before = here;
    }
    found
}

/// Whether a line has a word, in any case, and not as a part of another word.
fn has(line: &str, word: &str) -> bool {
    let line = line.to_lowercase();
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(is_letter) && !line[at + word.len()..].starts_with(is_letter)
    })
}

#[test]
fn comments_begin_with_their_subject() {
    let mut faults = Vec::new();
    let mut seen = 0;
    for path in all_sources() {
        let text = read(&path);
        let heads = heads(&text);
        seen += heads.len();
        let wrong = heads.into_iter().filter(|(_, head)| HEADS.iter().any(|h| head.starts_with(h)));
        let place = path.strip_prefix(root()).unwrap_or(&path).display();
        faults.extend(wrong.map(|(line, head)| format!("{place}:{line}: {head}")));
    }
    assert!(seen > 10_000, "only {seen} comments: are they read at all?");
    report(faults);
}

#[test]
fn comments_avoid_some_words() {
    let texts: Vec<String> = all_sources().iter().map(|path| read(path)).collect();
    let lines = || texts.iter().flat_map(|text| text.lines()).filter_map(comment);
    let faults = WORDS.iter().filter_map(|&(word, most)| {
        let found = lines().filter(|(_, line)| has(line, word)).count();
        let message = format!("'{word}' in {found} lines of comments, at most {most}");
        (found != most).then_some(message)
    });
    report(faults.collect());
}

#[test]
fn heads_and_words_are_seen() {
    let text = "//! What is\n//! What more\n\n/// A\n///\n/// What\n// What b\nfn f() {} // What\n";
    assert_eq!(heads(text), [(1, "What is"), (4, "A"), (7, "What b")]);
    assert!(has("Is Told so.", "told") && has("told", "told"));
    assert!(!has("untold, toldest", "told"));
}
