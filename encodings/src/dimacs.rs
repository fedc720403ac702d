//! Formulas as DIMACS CNF and as OPB, with the meaning of each variable and the origin of each
//! clause.

use std::io::{self, Write};

use rustsat::types::Lit;

use crate::{IntId, PropositionalFormula, provenance};

/// Writes a formula as DIMACS CNF.
///
/// Comment lines state the meaning of each variable, and the clauses and encodings of each group.
/// `name` gives the name of an integer; `remarks` are further comments. Variables and clauses are
/// numbered from 1, as in DIMACS.
///
/// ```text
/// c var 1 = x = 1
/// c var 2 = x = 2
/// c var 3 = x = 3
/// c group clauses 1..4: domains [integers=direct, amo=pairwise]
/// c group no clauses: two values
/// p cnf 3 4
/// 1 2 3 0
/// ```
///
/// # Errors
/// Returns the errors of `out`.
pub fn write_dimacs(
    formula: &PropositionalFormula,
    name: &dyn Fn(IntId) -> String,
    remarks: &[String],
    out: &mut dyn Write,
) -> io::Result<()> {
    provenance::write_provenance(formula, name, remarks, ('c', ""), out)?;
    writeln!(out, "p cnf {} {}", formula.n_vars(), formula.n_clauses())?;
    for clause in formula.clauses() {
        for lit in clause {
            write!(out, "{} ", lit.to_ipasir())?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}

/// Writes a formula in the OPB format of the pseudo-Boolean competitions, each clause as a
/// constraint, with the comments of [`write_dimacs`] after a `*`.
///
/// # Errors
/// Returns the errors of `out`.
pub fn write_opb(
    formula: &PropositionalFormula,
    name: &dyn Fn(IntId) -> String,
    remarks: &[String],
    out: &mut dyn Write,
) -> io::Result<()> {
    // The format requires these numbers on the first line. An empty clause is written over x1,
    // which must exist then.
    let has_empty = formula.clauses().any(<[Lit]>::is_empty);
    let variables = formula.n_vars().max(usize::from(has_empty));
    writeln!(out, "* #variable= {variables} #constraint= {}", formula.n_clauses())?;
    provenance::write_provenance(formula, name, remarks, ('*', "x"), out)?;
    formula.clauses().try_for_each(|clause| opb_clause(clause, out))
}

/// Writes a formula and more clauses over its variables in OPB, without comments.
///
/// # Errors
/// Returns the errors of `out`.
pub fn write_opb_clauses<'c>(
    formula: &PropositionalFormula,
    more: impl ExactSizeIterator<Item = &'c [Lit]>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (variables, clauses) = (formula.n_vars().max(1), formula.n_clauses() + more.len());
    writeln!(out, "* #variable= {variables} #constraint= {clauses}")?;
    formula.clauses().try_for_each(|clause| opb_clause(clause, out))?;
    for clause in more {
        opb_clause(clause, out)?;
    }
    Ok(())
}

/// Writes that at least one literal is true: a false variable counts as 1 - x.
fn opb_clause(clause: &[Lit], out: &mut dyn Write) -> io::Result<()> {
    let negative = |lit: &&Lit| lit.is_neg();
    let bound = 1 - clause.iter().filter(negative).count() as i64;
    for lit in clause {
        let sign = if lit.is_neg() { '-' } else { '+' };
        write!(out, "{sign}1 x{} ", lit.vidx() + 1)?;
    }
    if clause.is_empty() {
        write!(out, "0 x1 ")?;
    }
    writeln!(out, ">= {bound} ;")
}
