//! The meaning of each variable and the origin of each clause, as comments of exported
//! formulas.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::{FormulaVariableMeaning, IntId, PropositionalFormula};

/// Maximum number of characters of a group's label in the line of an auxiliary variable.
const MAX_LABEL_CHARS: usize = 60;

/// Writes the meaning of every variable and the group of every clause.
///
/// Remarks come first. Each line starts with `comment`; variables are numbered from 1, after
/// `prefix`, and clauses from 1. Ranges are inclusive. The brackets list the encodings used,
/// with `auto` resolved.
///
/// ```text
/// c var 12 = r1c2 = 7
/// c var 40 = x <= 3
/// c var 41 = bit 0 of the place of y
/// c var 42 = auxiliary of row 1
/// c var 43 = truth of same color
/// c group clauses 1..36: row 1 [alldiff=amo, amo=product]
/// c group no clauses: row 2
/// ```
pub(crate) fn write_provenance(
    formula: &PropositionalFormula,
    name: &dyn Fn(IntId) -> String,
    remarks: &[String],
    (comment, prefix): (char, &str),
    out: &mut dyn Write,
) -> io::Result<()> {
    for remark in remarks {
        writeln!(out, "{comment} {}", one_line(remark))?;
    }
    for (index, meaning) in formula.meanings().iter().enumerate() {
        let story = one_line(&describe_meaning(formula, meaning, name));
        writeln!(out, "{comment} var {prefix}{} = {story}", index + 1)?;
    }
    for (index, (label, clauses)) in formula.groups().enumerate() {
        if clauses.is_empty() {
            write!(out, "{comment} group no clauses")?;
        } else {
            write!(out, "{comment} group clauses {}..{}", clauses.start + 1, clauses.end)?;
        }
        write!(out, ": {}", one_line(label))?;
        let notes = formula.group_tags(index).map(|(key, name)| format!("{key}={name}"));
        match notes.collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => writeln!(out)?,
            notes => writeln!(out, " [{notes}]")?,
        }
    }
    Ok(())
}

fn describe_meaning(
    formula: &PropositionalFormula,
    meaning: &FormulaVariableMeaning,
    name: &dyn Fn(IntId) -> String,
) -> String {
    match meaning {
        FormulaVariableMeaning::Eq(x, value) => format!("{} = {value}", name(*x)),
        FormulaVariableMeaning::Le(x, value) => format!("{} <= {value}", name(*x)),
        FormulaVariableMeaning::Bit(x, bit) => format!("bit {bit} of the place of {}", name(*x)),
        FormulaVariableMeaning::Bool(name) => format!("truth of {name}"),
        FormulaVariableMeaning::Auxiliary(group) => {
            match group.and_then(|group| formula.group_label(group)) {
                Some(label) => format!("auxiliary of {}", shorten_label(label)),
                None => "auxiliary".to_string(),
            }
        }
    }
}

/// Returns the first [`MAX_LABEL_CHARS`] characters of a label. The line of the group has the whole
/// label; a long sum may have as many auxiliary variables as terms.
fn shorten_label(label: &str) -> Cow<'_, str> {
    match label.char_indices().nth(MAX_LABEL_CHARS) {
        Some((end, _)) => Cow::Owned(format!("{}...", &label[..end])),
        None => Cow::Borrowed(label),
    }
}

/// Replaces line breaks: names come from outside, and a line break inside one would start a clause.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
