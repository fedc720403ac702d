//! Names that MiniZinc allows, and the names in its output.

use std::collections::{HashMap, HashSet};

use parallax_model::{Model, VarId};

use super::terms;

/// The words of MiniZinc, and those of its functions that the formulas use.
const RESERVED_WORDS: &str = "\
    ann annotation any array array1d bool bool2int case constraint count default diff diffn \
    diffn_k disjunctive div else elseif endif enum exists false float forall function if in \
    include index_set infinity int intersect inverse lambda let list max maximize min \
    minimize mod not nvalue of op opt output par predicate record regular satisfy set show \
    solve string subset sum superset symdiff table test then true tuple type union var where \
    xor all_different circuit subcircuit cumulative lex_less lex_lesseq global_cardinality";

/// The identifiers of a text, each once.
#[derive(Debug, Default)]
pub(super) struct IdentifierPool {
    taken: HashSet<String>,
    /// The number of the next name that begins like this.
    next: HashMap<String, u64>,
}

impl IdentifierPool {
    /// Returns a new identifier that is as close to `name` as MiniZinc allows: `c[1][2]` becomes
    /// `c_1_2`.
    pub(super) fn add_identifier(&mut self, name: &str) -> String {
        let base = clean_identifier(name);
        if self.taken.insert(base.clone()) {
            return base;
        }
        // The next free number is kept, so a thousand variables of one name do not try all earlier
        // numbers again.
        let next = self.next.entry(base.clone()).or_insert(2);
        loop {
            let longer = format!("{base}_{next}");
            *next += 1;
            if self.taken.insert(longer.clone()) {
                return longer;
            }
        }
    }
}

/// Returns an identifier that is not a word of MiniZinc and does not end with `_`.
fn clean_identifier(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 2);
    for c in name.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => text.push(c),
            // Several other characters become one `_`; none stands at either end, as names that end
            // with it belong to formulas.
            _ if text.is_empty() || text.ends_with('_') => {}
            _ => text.push('_'),
        }
    }
    let text = text.trim_end_matches('_');
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return if text.is_empty() { "v".into() } else { format!("v{text}") };
    }
    if RESERVED_WORDS.split(' ').any(|word| word == text) {
        format!("{text}_v")
    } else {
        text.to_owned()
    }
}

/// Returns a name as the output prints it before ` = `: as a JSON string if it would otherwise be
/// read as something else.
#[must_use]
pub fn pair_name(name: &str) -> String {
    let is_special = |c: char| ",;=|\"{%".contains(c) || c.is_control();
    if name.trim() == name && !name.starts_with('-') && !name.contains(is_special) {
        return name.to_owned();
    }
    let mut text = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => text.push(c),
        }
    }
    text.push('"');
    text
}

/// A line that gives no integer to a shown variable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{line}' is not part of an answer")]
pub struct OutputLineError {
    /// The line, without characters that a terminal would obey.
    pub line: String,
}

/// The variables of a model by their names in the output of its MiniZinc.
pub struct OutputVariables(HashMap<String, VarId>);

impl OutputVariables {
    /// Collects the names of the shown variables.
    #[must_use]
    pub fn from_model(model: &Model) -> Self {
        OutputVariables(model.shown().iter().map(|&v| (pair_name(model.name_of(v)), v)).collect())
    }

    /// Reads a line `name = value`.
    ///
    /// # Errors
    /// Returns an error unless the line is `name = value` of a shown variable and an integer.
    pub fn parse_pair(&self, line: &str) -> Result<(VarId, i64), OutputLineError> {
        let strange = || OutputLineError { line: terms::single_line(line) };
        let (name, value) = line.rsplit_once('=').ok_or_else(strange)?;
        let variable = self.0.get(name.trim()).ok_or_else(strange)?;
        Ok((*variable, value.trim().parse().map_err(|_| strange())?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_legal_and_different() {
        let mut names = IdentifierPool::default();
        for (name, expected) in [
            ("x", "x"),
            ("c[1][2]", "c_1_2"),
            ("c(1,2)", "c_1_2_2"),
            ("c_1_2_2", "c_1_2_2_2"),
            ("x", "x_2"),
            ("1", "v1"),
            ("_", "v"),
            ("é", "v_2"),
            ("max", "max_v"),
            ("i_", "i"),
            ("__a b__", "a_b"),
        ] {
            assert_eq!(names.add_identifier(name), expected, "{name}");
        }
    }

    #[test]
    fn names_in_the_output_are_read_back() {
        let mut model = Model::new("names");
        let names = ["x", "a b", "a=1", "\"q\"", "t\tn", "-", "c[1,2]", "%", " é\\"];
        for name in names {
            model.add_shown(name, parallax_model::Domain::from_range(-3, 3)).expect("a variable");
        }
        let outputs = OutputVariables::from_model(&model);
        for name in names {
            let line = format!("{} = -3", pair_name(name));
            assert_eq!(
                outputs.parse_pair(&line),
                Ok((model.find(name).expect("known"), -3)),
                "{line}"
            );
        }
        for line in ["", "x", "y = 1", "x = 1.5", "x = 99999999999999999999"] {
            assert!(outputs.parse_pair(line).is_err(), "{line}");
        }
    }
}
