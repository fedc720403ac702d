//! Short names for programs, `mine=dimacs:./mysolver {cnf}`, perhaps with the solver that a program
//! runs, `mine@gecode=fzn:fzn-gecode`.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{
    Control, Engine, EngineAbilities, EngineFamily, PreparationError, Session, SolverLineage,
};

use super::spec::{ConfiguredEngine, EngineKind, Spec, SpecFault, begins_command, is_command_name};

/// A program with a short name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedProgram {
    /// The name: letters, digits, `-` and `_`, the first of them a letter.
    name: String,
    /// The solver that the user declares, in small letters.
    solver: Option<String>,
    /// The engine that runs the program.
    spec: Spec,
}

impl Spec {
    /// Returns the short name that the user gave the engine.
    #[must_use]
    pub fn short_name(&self) -> Option<&str> {
        self.as_engine::<NamedProgram>().map(|named| named.name.as_str())
    }
}

/// `leaf=dimacs:COMMAND` belongs to a reformulation.
const LEAF_KEY: &str = "leaf";

/// Splits `NAME=SPEC` or `NAME@SOLVER=SPEC` if the spec names a program; `None` for any other text.
pub(crate) fn split_spec(text: &str) -> Option<(&str, &str)> {
    let (name, spec) = text.split_once('=')?;
    let name = name.trim();
    let (label, solver) = split_solver(name);
    let is_name = label.starts_with(|c: char| c.is_ascii_alphabetic())
        && label.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let is_solver = solver.is_none_or(|solver| SolverLineage::from_name(solver).is_some());
    (is_name && is_solver && label != LEAF_KEY && begins_command(spec)).then_some((name, spec))
}

/// Splits a name from the solver that is declared after it.
fn split_solver(name: &str) -> (&str, Option<&str>) {
    match name.split_once('@') {
        Some((label, solver)) => (label.trim_end(), Some(solver.trim_start())),
        None => (name, None),
    }
}

impl EngineKind for NamedProgram {
    const NAMES: &'static [&'static str] = &[];

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        let (name, spec) = split_spec(text)?;
        let (name, solver) = split_solver(name);
        let solver = solver.map(str::to_ascii_lowercase);
        // A short name must not hide an engine, a list of engines or a form of commands.
        if name == "all" || name.parse::<Spec>().is_ok() || is_command_name(name) {
            return Some(Err(SpecFault::TakenName(name.to_owned())));
        }
        // The name of a form of programs, without a command, is not a spec.
        let has_command = spec.contains(':');
        let name = name.to_owned();
        has_command.then(|| Ok(NamedProgram { name, solver, spec: spec.parse()? }))
    }
}

impl ConfiguredEngine for NamedProgram {
    fn family(&self) -> EngineFamily {
        let declared = self
            .solver
            .as_deref()
            .and_then(SolverLineage::from_name)
            .map(EngineFamily::from_solver);
        declared.unwrap_or_else(|| self.spec.family())
    }

    fn abilities(&self) -> EngineAbilities {
        self.spec.abilities()
    }

    fn description(&self) -> String {
        self.spec.description()
    }

    fn takes_globals(&self) -> bool {
        // The engine that runs the program gets the model and decides.
        true
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        self.spec.prepare(model, seed, control)
    }

    fn is_built(&self) -> bool {
        self.spec.is_built()
    }

    fn version(&self) -> String {
        self.spec.version()
    }

    fn compiler_name(&self) -> Option<&'static str> {
        self.spec.compiler_name()
    }

    fn writes_proof(&self) -> bool {
        self.spec.writes_proof()
    }

    fn find_program(&self) -> Result<(), SpecFault> {
        self.spec.find_program()
    }

    fn set_folder(&mut self, folder: &Path) {
        self.spec = self.spec.with_folder(folder);
    }

    fn program_folder(&self) -> Option<&Path> {
        self.spec.program_folder()
    }
}

impl fmt::Display for NamedProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(solver) = &self.solver {
            write!(f, "@{solver}")?;
        }
        write!(f, "={}", self.spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_list;

    #[test]
    fn a_name_is_read_back_and_shown() {
        for (text, name, full) in [
            ("mine=dimacs:./s {cnf}", "mine", "mine=dimacs+direct:./s {cnf}"),
            ("a-1=dimacs+order,sum=adder:s -k=3", "a-1", "a-1=dimacs+order,sum=adder:s -k=3"),
            ("my_smt=smtlib:s -in", "my_smt", "my_smt=smtlib+lia:s -in"),
            ("sharp=count:s {cnf}", "sharp", "sharp=count:s {cnf}"),
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!((spec.name(), spec.spec()), (name.to_owned(), full.to_owned()));
            assert_eq!(full.parse(), Ok(spec.clone()));
            assert!(spec.abilities().external && spec.family().is_unknown());
        }
    }

    #[test]
    fn a_declared_solver_is_the_family() {
        for (text, solver, full) in [
            ("g@Gecode=fzn+std:fzn-gecode", "gecode", "g@gecode=fzn+std:fzn-gecode"),
            ("m @ gecode=mzn:gecode", "gecode", "m@gecode=mzn:gecode"),
            ("c@cadical=dimacs:cadical {cnf}", "cadical", "c@cadical=dimacs+direct:cadical {cnf}"),
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.spec(), full);
            assert_eq!(full.parse(), Ok(spec.clone()));
            let family = EngineFamily::from_solver(SolverLineage::from_name(solver).unwrap());
            assert_eq!((spec.family(), spec.name().contains('@')), (family, false), "{text}");
        }
        let list = parse_list("native,g@gecode=fzn:fzn-gecode,m@gecode=mzn:gecode").unwrap();
        assert_eq!(list.every_spec().len(), 3);
    }

    #[test]
    fn names_in_lists_begin_an_engine() {
        let names = |list: &str| -> Vec<String> {
            parse_list(list).unwrap().every_spec().iter().map(Engine::name).collect()
        };
        assert_eq!(
            names("native,sum=bounds,mine=dimacs+order,sum=adder:s -q,\"b=dimacs:s a,b\",brute"),
            ["native,sum=bounds", "mine", "b", "brute"]
        );
        assert_eq!(names("a=dimacs:s,b=dimacs,proof=lrat:s {proof},native"), ["a", "b", "native"]);
        let leaf = "reform:split=never,leaf=dimacs:s";
        assert_eq!(names(leaf).len(), 1);
        assert_eq!(names("mine=dimacs:s,mine=dimacs:s"), ["mine"]);
    }

    #[test]
    fn wrong_names_are_refused() {
        for (text, expected) in [
            ("native=dimacs:s", "'native' already names engines"),
            ("all=dimacs:s", "'all' already names engines"),
            ("smtlib=dimacs:s", "'smtlib' already names engines"),
            ("1st=dimacs:s", "'1st' is not a name"),
            ("mine@=dimacs:s", "'mine@' is not a name"),
            ("mine@two words=dimacs:s", "'mine@two words' is not a name"),
            ("a@gecode=fzn:s,a@choco=fzn:s", "'a' names two engines"),
            ("mine=native", "only programs have short names"),
            ("mine=count:native", "only programs have short names"),
            ("mine=other=dimacs:s", "only programs have short names"),
            ("mine=dimacs:", "a command is missing"),
            ("mine=dimacs", "unknown engine 'mine=dimacs'"),
            ("mine=dimacs:a,mine=dimacs:b", "'mine' names two engines"),
        ] {
            let error = parse_list(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
