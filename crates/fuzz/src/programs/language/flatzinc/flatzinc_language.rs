//! FlatZinc as a language of targets.

use std::fmt::Write;

use super::assumptions;
use super::globals;
use super::predicates;
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::definition::UndefinedSemantics;
use crate::programs::language::{CaseLanguage, NotExpressible, zinc_output};
use crate::programs::operator::{Operator, Sort};
use crate::programs::reply::TargetReply;

/// The library whose names globals have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlatzincLibrary {
    /// None: builtins only.
    Builtins,
    /// Gecode 6.
    Gecode,
    /// This workspace's, `crates/minizinc/share/parallax`.
    Parallax,
    /// None, but with `fzn_assume`.
    Assuming,
}

impl FlatzincLibrary {
    /// Returns the library that the name of a program suggests.
    #[must_use]
    pub fn from_program(program: &str) -> Self {
        match program {
            name if name.contains("gecode") => FlatzincLibrary::Gecode,
            name if name.contains("parallax") => FlatzincLibrary::Parallax,
            _ => FlatzincLibrary::Builtins,
        }
    }
}

/// FlatZinc with the globals of a library.
#[derive(Clone, Copy, Debug)]
pub struct FlatZinc(pub FlatzincLibrary);

impl CaseLanguage for FlatZinc {
    fn language_name(&self) -> &str {
        "fzn"
    }

    fn file_extension(&self) -> &str {
        "fzn"
    }

    fn undefined_semantics(&self) -> UndefinedSemantics {
        UndefinedSemantics::Relational
    }

    fn has_operator(&self, operator: Operator) -> bool {
        predicates::is_builtin(operator) || globals::has_global(self.0, operator)
    }

    fn nests_expressions(&self) -> bool {
        false
    }

    fn supports_assumptions(&self) -> bool {
        matches!(self.0, FlatzincLibrary::Parallax | FlatzincLibrary::Assuming)
    }

    fn write_case(&self, case: &FuzzCase) -> Result<String, NotExpressible> {
        let mut text = String::new();
        for variable in &case.variables {
            let domain = match (variable.sort, variable.values.len()) {
                (Sort::Bool, 2) => "bool".into(),
                (Sort::Bool, _) => return Err(NotExpressible("a fixed Boolean variable")),
                _ => zinc_output::write_domain(&variable.values)?,
            };
            let _ = writeln!(text, "var {domain}: {} :: output_var;", variable.name);
        }
        if case.assume {
            assumptions::write_assumptions(case, self.0, &mut text)?;
        } else {
            for constraint in &case.constraints {
                let root = predicates::write_root(case, self.0, constraint)?;
                let _ = writeln!(text, "constraint {root};");
            }
        }
        match &case.objective {
            None => text.push_str("solve satisfy;\n"),
            Some(objective) => {
                let CaseExpr::Var(index) = objective.value else {
                    return Err(NotExpressible("an objective that is no variable"));
                };
                let way = if objective.maximize { "maximize" } else { "minimize" };
                let _ = writeln!(text, "solve {way} {};", case.variables[index].name);
            }
        }
        Ok(text)
    }

    fn read_output(&self, case: &FuzzCase, output: &str) -> TargetReply {
        let reply = zinc_output::read_solutions(case, output);
        if case.assume { assumptions::read_core(case, output, reply) } else { reply }
    }
}
