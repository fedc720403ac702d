//! DIMACS CNF with the story of each variable and clause.

use std::io::{self, Write};

use crate::{Formula, IntId, Meaning};

/// Writes a formula as DIMACS CNF.
///
/// Comment lines say what each variable means and which clauses came from which group; `name`
/// gives the name of an integer. Variables and clauses are numbered from 1, as DIMACS does.
///
/// ```text
/// c var 12: r1c2 = 7
/// c var 40: x <= 3
/// c var 41: auxiliary of row 1 all different
/// c clauses 1-36: row 1 all different
/// p cnf 41 36
/// -12 40 0
/// ```
///
/// # Errors
/// Those of the writer.
pub fn write_dimacs(
    formula: &Formula,
    name: &dyn Fn(IntId) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (index, meaning) in formula.meanings().iter().enumerate() {
        let story = one_line(&describe(formula, meaning, name));
        writeln!(out, "c var {}: {story}", index + 1)?;
    }
    for (label, clauses) in formula.groups() {
        let label = one_line(label);
        match clauses.len() {
            0 => writeln!(out, "c no clauses: {label}")?,
            1 => writeln!(out, "c clause {}: {label}", clauses.end)?,
            _ => writeln!(out, "c clauses {}-{}: {label}", clauses.start + 1, clauses.end)?,
        }
    }
    writeln!(out, "p cnf {} {}", formula.n_vars(), formula.n_clauses())?;
    for clause in formula.clauses() {
        for lit in clause {
            write!(out, "{} ", lit.to_ipasir())?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}

fn describe(formula: &Formula, meaning: &Meaning, name: &dyn Fn(IntId) -> String) -> String {
    match meaning {
        Meaning::Eq(x, value) => format!("{} = {value}", name(*x)),
        Meaning::Le(x, value) => format!("{} <= {value}", name(*x)),
        Meaning::Bit(x, bit) => format!("bit {bit} of the place of {}", name(*x)),
        Meaning::Bool(name) => name.clone(),
        Meaning::Auxiliary(group) => match group.and_then(|group| formula.group_label(group)) {
            Some(label) => format!("auxiliary of {label}"),
            None => "auxiliary".to_string(),
        },
    }
}

/// Names come from outside: a line break in one would start a clause.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
