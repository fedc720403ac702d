//! FlatZinc as a language of targets.

use std::fmt::Write;

use super::assumed;
use super::globals;
use super::predicates;
use crate::programs::case::{Case, Expr};
use crate::programs::definition::Semantics;
use crate::programs::language::{Language, Unspelled, zinc};
use crate::programs::operator::{Operator, Sort};
use crate::programs::reply::Reply;

/// The library whose names globals have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// None: builtins only.
    Builtins,
    /// Gecode 6.
    Gecode,
    /// This workspace's, `share/minizinc/parallax`.
    Parallax,
    /// None, but with `fzn_assume`.
    Assuming,
}

impl Library {
    /// Returns the library that the name of a program suggests.
    #[must_use]
    pub fn guessed(program: &str) -> Self {
        match program {
            name if name.contains("gecode") => Library::Gecode,
            name if name.contains("parallax") => Library::Parallax,
            _ => Library::Builtins,
        }
    }
}

/// FlatZinc with the globals of a library.
#[derive(Clone, Copy, Debug)]
pub struct FlatZinc(pub Library);

impl Language for FlatZinc {
    fn name(&self) -> &str {
        "fzn"
    }

    fn extension(&self) -> &str {
        "fzn"
    }

    fn semantics(&self) -> Semantics {
        Semantics::Relational
    }

    fn has(&self, operator: Operator) -> bool {
        predicates::is_builtin(operator) || globals::has(self.0, operator)
    }

    fn nests(&self) -> bool {
        false
    }

    fn assumes(&self) -> bool {
        matches!(self.0, Library::Parallax | Library::Assuming)
    }

    fn write(&self, case: &Case) -> Result<String, Unspelled> {
        let mut text = String::new();
        for variable in &case.variables {
            let domain = match (variable.sort, variable.values.len()) {
                (Sort::Bool, 2) => "bool".into(),
                (Sort::Bool, _) => return Err(Unspelled("a fixed Boolean variable")),
                _ => zinc::domain(&variable.values)?,
            };
            let _ = writeln!(text, "var {domain}: {} :: output_var;", variable.name);
        }
        if case.assume {
            assumed::write(case, self.0, &mut text)?;
        } else {
            for constraint in &case.constraints {
                let root = predicates::root(case, self.0, constraint)?;
                let _ = writeln!(text, "constraint {root};");
            }
        }
        match &case.objective {
            None => text.push_str("solve satisfy;\n"),
            Some(objective) => {
                let Expr::Var(place) = objective.value else {
                    return Err(Unspelled("an objective that is no variable"));
                };
                let way = if objective.maximize { "maximize" } else { "minimize" };
                let _ = writeln!(text, "solve {way} {};", case.variables[place].name);
            }
        }
        Ok(text)
    }

    fn read(&self, case: &Case, output: &str) -> Reply {
        let reply = zinc::read(case, output);
        if case.assume { assumed::read(case, output, reply) } else { reply }
    }
}
