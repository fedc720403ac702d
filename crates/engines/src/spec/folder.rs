//! The folder from which the relative paths in the commands of engines start.

use std::path::Path;

use parallax_solvers::process::Program;

use super::Spec;
use crate::count::Counter;

impl Spec {
    /// Returns the engine with its programs run in a folder: relative paths in their commands, also
    /// those of the programs, start there. The spec as text stays the same.
    #[must_use]
    pub fn within(mut self, folder: &Path) -> Self {
        self.start_in(folder);
        self
    }

    fn start_in(&mut self, folder: &Path) {
        match self {
            Spec::Reform(reform) => reform.leaf.start_in(folder),
            Spec::Named(named) => named.spec.start_in(folder),
            Spec::Portfolio(race) => race.named_mut().for_each(|spec| spec.start_in(folder)),
            Spec::Minizinc(solver) => solver.folder = std::path::absolute(folder).ok(),
            other => {
                if let Some(program) = other.program_mut() {
                    program.start_in(folder);
                }
            }
        }
    }

    fn program_mut(&mut self) -> Option<&mut Program> {
        match self {
            Spec::Dimacs { program, .. }
            | Spec::Opb { program, .. }
            | Spec::Xcsp3 { program }
            | Spec::Smtlib { program, .. }
            | Spec::Flatzinc { program, .. } => Some(program),
            Spec::Count(Counter::Outside(outside)) => outside.command_mut(),
            _ => None,
        }
    }

    /// Returns the folder in which its programs run, if it is not that of this process.
    pub(crate) fn folder(&self) -> Option<&Path> {
        match self {
            Spec::Dimacs { program, .. }
            | Spec::Opb { program, .. }
            | Spec::Xcsp3 { program }
            | Spec::Smtlib { program, .. }
            | Spec::Flatzinc { program, .. } => program.folder(),
            Spec::Count(Counter::Outside(outside)) => outside.command().and_then(Program::folder),
            Spec::Minizinc(solver) => solver.folder.as_deref(),
            Spec::Reform(reform) => reform.leaf.folder(),
            Spec::Named(named) => named.spec.folder(),
            Spec::Portfolio(race) => race.named().find_map(Spec::folder),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::ask::Engine;

    use super::*;

    #[test]
    fn each_engine_with_a_program_has_its_folder() {
        for text in [
            "dimacs:./s {cnf}",
            "opb:./s {opb}",
            "xcsp3:./s {xml}",
            "smtlib:./s",
            "fzn:./s {fzn}",
            "mzn:./s.msc",
            "count:./s {cnf}",
            "reform:leaf=dimacs:./s",
            "mine=dimacs:./s {cnf}",
        ] {
            let spec: Spec = text.parse().expect(text);
            let placed = spec.clone().within(Path::new("/there"));
            assert_eq!(placed.folder(), Some(Path::new("/there")), "{text}");
            assert_eq!((spec.folder(), spec.spec()), (None, placed.spec()), "{text}");
        }
        let native: Spec = "native".parse().expect("native search");
        assert_eq!(native.clone().within(Path::new("/there")), native);
    }
}
