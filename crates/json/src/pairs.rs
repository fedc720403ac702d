//! Pairs of names and values: `x = 3, "x[1,2]" = red`.

use std::borrow::Cow;

use super::solution_error::NamedSolutionError;

/// Writes a name for a pair: as a JSON string if it would otherwise be read as something else.
pub(super) fn quote_name(name: &str) -> Cow<'_, str> {
    // These characters end a name or begin another form of solutions.
    let is_special = |c: char| ",;=|\"{".contains(c) || c.is_control();
    if name.trim() == name && !name.contains(is_special) {
        return Cow::Borrowed(name);
    }
    serde_json::Value::from(name).to_string().into()
}

/// Splits a text into pairs at commas, semicolons and line breaks outside quoted names. Empty ones
/// are left out.
pub(super) fn split_pairs(text: &str) -> impl Iterator<Item = &str> {
    let (mut quoted, mut escaped, mut blank) = (false, false, true);
    let ends = move |c: char| {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' if quoted => quoted = false,
            // A quote elsewhere than at the beginning is part of a name or a value.
            '"' if blank => quoted = true,
            ',' | ';' | '\n' if !quoted => {
                blank = true;
                return true;
            }
            _ => {}
        }
        blank &= c.is_whitespace();
        false
    };
    text.split(ends).map(str::trim).filter(|pair| !pair.is_empty())
}

/// Returns the solutions in the output of MiniZinc, each with the number of its first line: lines
/// of pairs, and `----------` after each solution. `None` for another text.
pub(super) fn of_minizinc(text: &str) -> Option<Vec<(usize, String)>> {
    let mut found = Vec::new();
    let (mut first, mut pairs) = (1, String::new());
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line == "----------" {
            found.push((first, std::mem::take(&mut pairs)));
            first = number + 1;
        } else if !line.starts_with('%') && !line.starts_with("=====") {
            pairs.push_str(line);
            pairs.push('\n');
        }
    }
    // Pairs after the last dashes belong to no solution of MiniZinc.
    (!found.is_empty() && pairs.trim().is_empty()).then_some(found)
}

/// Splits a pair into its name and its value.
///
/// # Errors
/// Returns an error unless the text is `name = value`.
pub(super) fn split_pair(text: &str) -> Result<(Cow<'_, str>, &str), NamedSolutionError> {
    let wrong = || NamedSolutionError::NoPair { text: text.to_owned() };
    if !text.starts_with('"') {
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        return Ok((name.trim().into(), value.trim()));
    }
    // The parser of JSON reads the quoted name and tells where it ends.
    let mut names = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let name = names.next().and_then(Result::ok).ok_or_else(wrong)?;
    let rest = &text[names.byte_offset()..];
    let value = rest.trim_start().strip_prefix('=').ok_or_else(wrong)?;
    Ok((name.into(), value.trim()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn pairs_are_between_separators() {
        let found: Vec<&str> = split_pairs("a = 1, b=2;\n c = red ,, \"d,e\" = 3\n").collect();
        assert_eq!(found, ["a = 1", "b=2", "c = red", "\"d,e\" = 3"]);
        assert_eq!(split_pair("\"d,e\" = 3"), Ok(("d,e".into(), "3")));
        assert_eq!(split_pair("a 1 = -3"), Ok(("a 1".into(), "-3")));
        for wrong in ["a", "\"a\"", "\"a = 1", "\"a\" 1", "\"\\x\" = 1"] {
            assert!(split_pair(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn solutions_of_minizinc_end_with_dashes() {
        let text = "% c\na = 1\nb = 2\n----------\na = 3\nb = 2\n----------\n==========\n";
        let expected = [(1, "a = 1\nb = 2\n".to_owned()), (5, "a = 3\nb = 2\n".to_owned())];
        assert_eq!(of_minizinc(text).as_deref(), Some(&expected[..]));
        for other in ["a = 1, b = 2\n", "a = 1\n----------\nb = 2\n", "==========\n"] {
            assert_eq!(of_minizinc(other), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn every_name_is_read_back(names in prop::collection::vec(any::<String>(), 1..4)) {
            let all: Vec<String> = names.iter().map(|name| format!("{} = 1", quote_name(name))).collect();
            for separator in [", ", ";", "\n"] {
                let text = all.join(separator);
                let read: Vec<String> =
                    split_pairs(&text).map(|own| split_pair(own).unwrap().0.into_owned()).collect();
                prop_assert_eq!(&read, &names);
            }
            prop_assert!(!all[0].contains('\n'));
        }
    }
}
