//! Smaller texts: without constraints, without the goal, without declarations that nothing uses.

use std::ops::Range;

use parallax_model::NumberedCuts;

/// The kinds of cuts.
const CUT_KINDS: [&str; 4] = ["constraints", "goals", "arrays", "variables"];

/// Returns the kinds of cuts of a text.
pub(super) fn list_cuts(text: &str) -> Vec<NumberedCuts> {
    let places = item_places(text);
    CUT_KINDS
        .iter()
        .zip(&places)
        .map(|(name, places)| NumberedCuts::new(name, places.len()))
        .collect()
}

/// Returns the text without a run of the items of a kind; a goal becomes `satisfy`.
pub(super) fn apply_cuts(text: &str, kind: usize, run: Range<usize>) -> Option<String> {
    let places = item_places(text);
    let gone = places.get(kind)?.get(run)?;
    let (mut smaller, mut at) = (String::with_capacity(text.len()), 0);
    for place in gone {
        smaller.push_str(text.get(at..place.start)?);
        if kind == 1 {
            smaller.push_str("solve satisfy;");
        }
        at = place.end;
    }
    smaller.push_str(text.get(at..)?);
    Some(smaller)
}

/// Returns the places of the items of each kind, in order.
fn item_places(text: &str) -> [Vec<Range<usize>>; 4] {
    let mut found = [const { Vec::new() }; 4];
    let (mut start, mut in_string, mut in_comment) = (0, false, false);
    let mut escaped = false;
    for (offset, byte) in text.bytes().enumerate() {
        // Semicolons inside strings and comments end nothing.
        match byte {
            b'\n' if in_comment => {
                in_comment = false;
                // A comment line before an item is not a part of it.
                if text[start..offset].trim_start().starts_with('%') {
                    start = offset + 1;
                }
            }
            _ if in_comment => {}
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'%' if !in_string => in_comment = true,
            b';' if !in_string => {
                let item = &text[start..=offset];
                let first = offset + 1 - item.trim_start().len();
                let kind = item_kind(item.trim_start());
                // Items of other kinds, such as predicates and parameters, are never cut.
                if let Some(list) = kind.and_then(|kind| found.get_mut(kind)) {
                    list.push(first..offset + 1);
                }
                start = offset + 1;
            }
            _ => {}
        }
    }
    found
}

/// Returns the place in [`CUT_KINDS`] of the kind of an item.
fn item_kind(item: &str) -> Option<usize> {
    let word = item.split(|c: char| !c.is_alphanumeric()).next()?;
    match word {
        "constraint" => Some(0),
        "solve"
            if item.contains("minimize") || item.contains("maximize") || item.contains("::") =>
        {
            Some(1)
        }
        "array" => Some(2),
        "var" => Some(3),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_cut() {
        let text = "% a; b\nvar 1..2: x;\nconstraint a(x) :: n(\"1;\");constraint b(x);\n\
                    solve minimize x;\n";
        let numbers: Vec<usize> = list_cuts(text).iter().map(|cuts| cuts.number).collect();
        assert_eq!(numbers, [2, 1, 0, 1]);
        let cut = |kind, run| apply_cuts(text, kind, run).expect("a cut");
        assert!(!cut(0, 0..1).contains("1;\"") && cut(0, 0..1).contains("constraint b"));
        assert!(cut(1, 0..1).ends_with("constraint b(x);\nsolve satisfy;\n"));
        assert!(!cut(3, 0..1).contains("var"));
    }
}
