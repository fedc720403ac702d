//! The beginning of a file: whether it is FlatZinc.

/// Returns whether the beginning of a text looks like FlatZinc: its first item is one.
#[must_use]
pub fn is_flatzinc(beginning: &str) -> bool {
    let mut rest = beginning.trim_start_matches('\u{feff}').trim_start();
    while let Some(comment) = rest.strip_prefix('%') {
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
        for text in ["", "%", "{\"variables\": []}", "p cnf 1 1", "var", "constraint x > 3;", "x"] {
            assert!(!is_flatzinc(text), "{text}");
        }
    }
}
