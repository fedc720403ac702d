//! XCSP3 as a language of targets.

use std::fmt::Write;

use super::answer;
use super::elements;
use super::intension;
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::definition::UndefinedSemantics;
use crate::programs::language::{CaseLanguage, NotExpressible};
use crate::programs::operator::Operator;
use crate::programs::reply::TargetReply;

/// The largest number that is customary in the format; its solvers have 32 bits.
const MAX_NUMBER: u64 = 2_147_483_637;

/// XCSP3-core.
#[derive(Clone, Copy, Debug)]
pub struct Xcsp3Language {
    /// Whether the solver lists all solutions, so that a claim without a limit is about all.
    pub all: bool,
}

impl CaseLanguage for Xcsp3Language {
    fn language_name(&self) -> &str {
        "xcsp3"
    }

    fn file_extension(&self) -> &str {
        "xml"
    }

    fn undefined_semantics(&self) -> UndefinedSemantics {
        UndefinedSemantics::Strict
    }

    fn has_operator(&self, operator: Operator) -> bool {
        intension::has_intension(operator) || elements::has_element(operator)
    }

    fn nests_expressions(&self) -> bool {
        true
    }

    fn lists_constants(&self) -> bool {
        false
    }

    fn widest_number(&self) -> u64 {
        MAX_NUMBER
    }

    fn write_case(&self, case: &FuzzCase) -> Result<String, NotExpressible> {
        // Solvers may drop a variable that no constraint names, and then print no value for it.
        if case.variables.is_empty() || !uses_all(case) {
            return Err(NotExpressible("a variable that nothing names"));
        }
        if !is_narrow(case) {
            return Err(NotExpressible("a number beyond 32 bits"));
        }
        let kind = if case.objective.is_some() { "COP" } else { "CSP" };
        let mut text = format!("<instance format=\"XCSP3\" type=\"{kind}\">\n<variables>\n");
        for variable in &case.variables {
            let values = write_domain(&variable.values);
            let _ = writeln!(text, "<var id=\"{}\"> {values} </var>", variable.name);
        }
        text.push_str("</variables>\n<constraints>\n");
        for constraint in &case.constraints {
            let _ = writeln!(text, "{}", write_root(case, constraint)?);
        }
        text.push_str("</constraints>\n");
        if let Some(objective) = &case.objective {
            let way = if objective.maximize { "maximize" } else { "minimize" };
            let value = intension::write_intension(case, &objective.value)?;
            let _ = writeln!(text, "<objectives>\n<{way}> {value} </{way}>\n</objectives>");
        }
        text.push_str("</instance>\n");
        Ok(text)
    }

    fn read_output(&self, case: &FuzzCase, output: &str) -> TargetReply {
        answer::read_answer(case, output, self.all)
    }
}

/// Writes a constraint: as an element if it has one, else as an expression.
fn write_root(case: &FuzzCase, constraint: &CaseExpr) -> Result<String, NotExpressible> {
    match elements::write_element(case, constraint) {
        Some(element) => element,
        None if !matches!(constraint, CaseExpr::Op(..)) => Err(NotExpressible("a variable alone")),
        None => {
            let expr = intension::write_intension(case, constraint)?;
            Ok(format!("<intension> {expr} </intension>"))
        }
    }
}

/// Whether all numbers are at most [`MAX_NUMBER`] in absolute value; values of expressions need not
/// be.
fn is_narrow(case: &FuzzCase) -> bool {
    let narrow = |value: &i64| value.unsigned_abs() <= MAX_NUMBER;
    let mut all = case.variables.iter().all(|variable| variable.values.iter().all(narrow));
    for expr in case.root_expressions() {
        expr.visit_parts(&mut |part| {
            if let CaseExpr::Int(value) = part {
                all &= narrow(value);
            }
        });
    }
    all
}

fn uses_all(case: &FuzzCase) -> bool {
    let mut used = vec![false; case.variables.len()];
    for expr in case.root_expressions() {
        expr.visit_parts(&mut |part| {
            if let CaseExpr::Var(index) = part {
                used[*index] = true;
            }
        });
    }
    used.iter().all(|used| *used)
}

/// Writes values as integers and intervals.
fn write_domain(values: &[i64]) -> String {
    let mut words: Vec<String> = Vec::new();
    for run in values.chunk_by(|a, b| a.checked_add(1) == Some(*b)) {
        match run {
            [one] => words.push(one.to_string()),
            [low, .., high] => words.push(format!("{low}..{high}")),
            [] => {}
        }
    }
    words.join(" ")
}
