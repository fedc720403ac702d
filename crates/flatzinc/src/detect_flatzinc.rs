//! The beginning of a file: whether it is FlatZinc.

use parallax_instance::{InputError, LineReader};

/// Number of bytes that are looked at.
const MAX_DETECTION_BYTES: usize = 1 << 14;

/// The beginnings of the names of constraints that MiniZinc models do not have in this place.
const NATIVE_CONSTRAINT_PREFIXES: [&str; 6] =
    ["int_", "bool_", "bool2int", "array_", "set_in", "parallax_"];

/// Returns whether a text looks like FlatZinc. Consumes nothing.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn starts_flatzinc(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    let bytes = lines.first_bytes()?;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_DETECTION_BYTES)]);
    Ok(is_flatzinc(&text))
}

/// Returns whether the beginning of a text looks like FlatZinc rather than MiniZinc: its first item
/// is one of FlatZinc, and a constraint, if there is one, has a name of FlatZinc.
fn is_flatzinc(beginning: &str) -> bool {
    let mut constraints = beginning
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("constraint "))
        .peekable();
    let has_constraints = constraints.peek().is_some();
    let is_native = |text: &str| {
        NATIVE_CONSTRAINT_PREFIXES.iter().any(|name| text.trim_start().starts_with(name))
    };
    // Both languages declare variables alike, so the constraints decide: one with a name of
    // FlatZinc makes the file FlatZinc, and an include rules it out.
    if has_constraints && !constraints.any(is_native) || beginning.contains("include \"") {
        return false;
    }
    let mut rest = beginning.trim_start_matches('\u{feff}').trim_start();
    while let Some(comment) = rest.strip_prefix('%') {
        // A comment that the excerpt cuts off hides the first item.
        let Some((_, after)) = comment.split_once('\n') else { return false };
        rest = after.trim_start();
    }
    let Some((word, after)) = rest.split_once(|c: char| c.is_whitespace() || c == '[') else {
        return false;
    };
    let after = after.trim_start();
    let first = |text: &str| text.chars().next().unwrap_or_default();
    match word {
        "var" => {
            let kind = after.split(':').next().unwrap_or_default().trim();
            let is_range = kind.starts_with('{') || kind.contains("..");
            matches!(kind, "bool" | "int" | "float") || is_range
        }
        "array" => after.contains("] of "),
        "predicate" | "constraint" => {
            let end = after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(after.len());
            end > 0 && first(&after[end..]) == '('
        }
        "solve" => {
            let goals = ["satisfy", "minimize", "maximize", "::"];
            goals.iter().any(|goal| after.starts_with(goal))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_item_shows_the_format() {
        for text in [
            "var bool: b;",
            "% a comment\n\nvar 1..9: x :: output_var;",
            "\u{feff}array [1..2] of int: c = [1,-1];",
            "predicate all_different(array [int] of var int: x);",
            "constraint int_le(1,2);\n",
            "solve satisfy;",
            "solve :: int_search(x,input_order,indomain_min) minimize y;",
            "var {1,3}: x;",
        ] {
            assert!(is_flatzinc(text), "{text}");
        }
        for text in ["", "%", "{\"variables\": []}", "p cnf 1 1", "var", "x"] {
            assert!(!is_flatzinc(text), "{text}");
        }
        for text in ["constraint x > 3;", "var 1..3: x;\nconstraint x > 3;\nsolve satisfy;\n"] {
            assert!(!is_flatzinc(text), "{text}");
        }
    }
}
