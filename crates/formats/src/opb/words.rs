//! The words of OPB, which need no blanks between them where none can be missed.

use parallax_instance::LineField;

/// The words that end where another one begins.
const SELF_DELIMITING_WORDS: [&str; 7] = [";", ">=", "<=", "=", "min:", "max:", "soft:"];

/// Splits a run without blanks into words: `min:+1` and `x1>=1;` have two and four. A sign of a
/// number and the `~` of a literal begin a word.
pub(super) fn split_words<'a>(run: LineField<'a>) -> impl Iterator<Item = LineField<'a>> {
    let (mut column, mut rest) = (run.column, run.text);
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        // `>=` must not be read as a word `>`, so signs are matched whole, from the table.
        let sign = SELF_DELIMITING_WORDS.iter().find(|sign| rest.starts_with(**sign));
        let end = sign.map_or_else(|| end_of(rest), |sign| sign.len());
        let (text, after) = rest.split_at(end);
        let word = LineField { column, text };
        column += text.chars().count();
        rest = after;
        Some(word)
    })
}

/// The length of a word other than a sign, in bytes.
fn end_of(text: &str) -> usize {
    let begins = |c: char| matches!(c, ';' | '=' | '+' | '-' | '~');
    // The first character never ends a word, so each call consumes something. A lone `<` or `>` is
    // part of a word, which the reader then refuses.
    let is_end = |&(place, c): &(usize, char)| {
        place > 0 && (begins(c) || matches!(c, '<' | '>') && text[place + 1..].starts_with('='))
    };
    text.char_indices().find(is_end).map_or(text.len(), |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_need_no_blanks() {
        let all = |text: &str| {
            let run = LineField { column: 3, text };
            split_words(run)
                .map(|word| format!("{}@{}", word.text, word.column))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(all("min:-2"), "min:@3 -2@7");
        assert_eq!(all("~x1>=+1;=2;"), "~x1@3 >=@6 +1@8 ;@10 =@11 2@12 ;@13");
        assert_eq!(all("x1+2"), "x1@3 +2@5");
        assert_eq!(all("x1~x2<=-1"), "x1@3 ~x2@5 <=@8 -1@10");
        assert_eq!(all(">"), ">@3");
        assert_eq!(all("\u{e9}>\u{e9};"), "\u{e9}>\u{e9}@3 ;@6");
        assert_eq!(all(""), "");
    }
}
