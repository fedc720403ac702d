//! The facts that lists of engines print: whether this build has one, its version, a description.

use parallax_encodings::smt::SmtEncoding;
use parallax_translate::flatzinc::Globals;

use super::Spec;

impl Spec {
    /// Whether this build has the engine. An external solver may still not be installed.
    #[must_use]
    pub fn is_built(&self) -> bool {
        match self {
            Spec::Auto
            | Spec::Brute
            | Spec::Native(_)
            | Spec::Local(_)
            | Spec::Textbook(_)
            | Spec::Paper(_)
            | Spec::Dimacs { .. }
            | Spec::Opb { .. }
            | Spec::Xcsp3 { .. }
            | Spec::Smtlib { .. }
            | Spec::Flatzinc { .. }
            | Spec::Minizinc(_)
            // Its engines are part of this build.
            | Spec::Portfolio(_) => true,
            Spec::Reform(reform) => reform.leaf.is_built(),
            Spec::Named(named) => named.spec.is_built(),
            Spec::Sat { solver, .. } => solver.is_built(),
            Spec::Smt { solver, .. } => solver.is_built(),
            Spec::Pumpkin => cfg!(feature = "pumpkin"),
            Spec::Count(counter) => counter.is_built(),
        }
    }

    /// Returns the version of the solver behind the engine, or of Parallax.
    #[must_use]
    pub fn version(&self) -> String {
        match self {
            Spec::Auto
            | Spec::Brute
            | Spec::Native(_)
            | Spec::Local(_)
            | Spec::Textbook(_)
            | Spec::Paper(_)
            | Spec::Reform(_)
            | Spec::Portfolio(_) => env!("CARGO_PKG_VERSION").to_owned(),
            Spec::Sat { solver, .. } => solver.version(),
            Spec::Smt { solver, .. } => solver.version(),
            Spec::Count(counter) => counter.version(),
            Spec::Pumpkin if self.is_built() => parallax_solvers::pumpkin_version().into(),
            Spec::Pumpkin => "not built".into(),
            Spec::Dimacs { program, .. }
            | Spec::Opb { program, .. }
            | Spec::Xcsp3 { program }
            | Spec::Smtlib { program, .. }
            | Spec::Flatzinc { program, .. } => match program.find() {
                Ok(place) => place.display().to_string(),
                Err(_) => "not installed".into(),
            },
            Spec::Minizinc(solver) => match solver.program().find() {
                Ok(place) => place.display().to_string(),
                Err(_) => "not installed".into(),
            },
            Spec::Named(named) => named.spec.version(),
        }
    }

    /// Describes the engine in a few words.
    #[must_use]
    pub fn description(&self) -> String {
        match self {
            Spec::Auto => {
                "the engine that suits the model; a slice of native search comes first".into()
            }
            Spec::Brute => "every assignment, with the plain check".into(),
            Spec::Paper(algorithm) => algorithm.about().into(),
            Spec::Reform(reform) => reform.description(),
            Spec::Local(settings) => {
                format!("local search on violations, {}", settings.method.about())
            }
            Spec::Textbook(settings) => format!(
                "{} of every variable in turn, counted as in textbooks",
                settings.strength.about()
            ),
            Spec::Native(settings) => format!(
                "backtracking with propagation; {}, {}",
                settings.variables.about(),
                settings.values.about()
            ),
            Spec::Sat { options, .. } => {
                format!("clauses, {} encoding of integers", options.integers.name())
            }
            Spec::Smt { encoding, .. } | Spec::Smtlib { encoding, .. } => match encoding {
                SmtEncoding::Lia => "terms over integers, linear arithmetic".into(),
                SmtEncoding::Fd => "terms over integers, as finite domains".into(),
                SmtEncoding::Bv => "terms over bit-vectors".into(),
                SmtEncoding::Pb => "one truth value a value, pseudo-Boolean constraints".into(),
            },
            Spec::Pumpkin => "constraints and lazy clauses, on the model itself".into(),
            Spec::Count(counter) => counter.about().into(),
            Spec::Flatzinc { globals: Globals::Std, .. } => "FlatZinc for a program".into(),
            Spec::Flatzinc { globals: Globals::Gecode, .. } => {
                "FlatZinc for a program, with Gecode's global constraints".into()
            }
            Spec::Minizinc(_) => "MiniZinc for a solver that minizinc runs".into(),
            Spec::Named(named) => named.spec.description(),
            Spec::Portfolio(portfolio) => portfolio.description(),
            Spec::Xcsp3 { .. } => "XCSP3 for a program".into(),
            Spec::Opb { options, .. } => {
                format!("OPB for a program, {} encoding of integers", options.integers.name())
            }
            Spec::Dimacs { options, .. } => {
                format!("DIMACS for a program, {} encoding of integers", options.integers.name())
            }
        }
    }
}
