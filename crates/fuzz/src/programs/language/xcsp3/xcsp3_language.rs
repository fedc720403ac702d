//! XCSP3 as a language of targets.

use std::fmt::Write;

use super::answer;
use super::elements;
use super::intension;
use crate::programs::case::{Case, Expr};
use crate::programs::definition::Semantics;
use crate::programs::language::{Language, Unspelled};
use crate::programs::operator::Operator;
use crate::programs::reply::Reply;

/// The largest number of the format's customs; its solvers have 32 bits.
const WIDEST: u64 = 2_147_483_637;

/// XCSP3-core.
#[derive(Clone, Copy, Debug)]
pub struct Xcsp3 {
    /// Whether the solver lists all solutions, so that a claim without a limit is about all.
    pub all: bool,
}

impl Language for Xcsp3 {
    fn name(&self) -> &str {
        "xcsp3"
    }

    fn extension(&self) -> &str {
        "xml"
    }

    fn semantics(&self) -> Semantics {
        Semantics::Strict
    }

    fn has(&self, operator: Operator) -> bool {
        intension::has(operator) || elements::has(operator)
    }

    fn nests(&self) -> bool {
        true
    }

    fn lists_constants(&self) -> bool {
        false
    }

    fn widest(&self) -> u64 {
        WIDEST
    }

    fn write(&self, case: &Case) -> Result<String, Unspelled> {
        if case.variables.is_empty() || !uses_all(case) {
            return Err(Unspelled("a variable that nothing names"));
        }
        if !is_narrow(case) {
            return Err(Unspelled("a number beyond 32 bits"));
        }
        let kind = if case.objective.is_some() { "COP" } else { "CSP" };
        let mut text = format!("<instance format=\"XCSP3\" type=\"{kind}\">\n<variables>\n");
        for variable in &case.variables {
            let values = domain(&variable.values);
            let _ = writeln!(text, "<var id=\"{}\"> {values} </var>", variable.name);
        }
        text.push_str("</variables>\n<constraints>\n");
        for constraint in &case.constraints {
            let _ = writeln!(text, "{}", root(case, constraint)?);
        }
        text.push_str("</constraints>\n");
        if let Some(objective) = &case.objective {
            let way = if objective.maximize { "maximize" } else { "minimize" };
            let value = intension::write(case, &objective.value)?;
            let _ = writeln!(text, "<objectives>\n<{way}> {value} </{way}>\n</objectives>");
        }
        text.push_str("</instance>\n");
        Ok(text)
    }

    fn read(&self, case: &Case, output: &str) -> Reply {
        answer::read(case, output, self.all)
    }
}

/// Writes a constraint: as an element if there is one for it, else as an expression.
fn root(case: &Case, constraint: &Expr) -> Result<String, Unspelled> {
    match elements::write(case, constraint) {
        Some(element) => element,
        None if !matches!(constraint, Expr::Op(..)) => Err(Unspelled("a variable alone")),
        None => {
            let expr = intension::write(case, constraint)?;
            Ok(format!("<intension> {expr} </intension>"))
        }
    }
}

/// Whether all numbers are within the format's customs; values of expressions need not be.
fn is_narrow(case: &Case) -> bool {
    let narrow = |value: &i64| value.unsigned_abs() <= WIDEST;
    let mut all = case.variables.iter().all(|variable| variable.values.iter().all(narrow));
    for expr in case.expressions() {
        expr.visit(&mut |part| {
            if let Expr::Int(value) = part {
                all &= narrow(value);
            }
        });
    }
    all
}

fn uses_all(case: &Case) -> bool {
    let mut used = vec![false; case.variables.len()];
    for expr in case.expressions() {
        expr.visit(&mut |part| {
            if let Expr::Var(place) = part {
                used[*place] = true;
            }
        });
    }
    used.iter().all(|used| *used)
}

/// Writes values as integers and intervals.
fn domain(values: &[i64]) -> String {
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
