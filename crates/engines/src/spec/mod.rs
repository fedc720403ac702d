//! Engine specs: `native`, `brute`, `sat:cadical+order,amo=ladder`, `smt:z3`.
//!
//! A [`Spec`] is an engine with its options. It is parsed (`read.rs`) and printed (`print.rs`) by
//! name, declares its family and abilities (`declared.rs`), is described in lists (`described.rs`),
//! and prepares sessions.

mod declared;
mod described;
mod each;
mod external;
mod folder;
mod list;
mod minizinc;
mod named;
mod print;
mod read;
mod sat;
#[cfg(test)]
mod tests;

pub use each::each_encoding;
pub use list::{EngineList, Matters, parse_list};
pub use minizinc::MinizincSolver;
pub(crate) use named::Named;
pub use sat::parse_options;
pub(super) use sat::{parse as read_encodings, write as write_encodings};

use parallax_encodings::smt::SmtEncoding;
use parallax_encodings::{IntEncoding, Options};
use parallax_local::{LocalSettings, Method};
use parallax_search::Settings;
use parallax_search::textbook::{Strength, TextbookSettings};
use parallax_solvers::SatKind;
use parallax_solvers::process::Program;
use parallax_solvers::proofs::ProofFormat;
use parallax_solvers::smt::SmtKind;
use parallax_translate::flatzinc::Globals;

use super::count::Counter;
use super::paper::Paper;
use super::portfolio::Portfolio;
use super::reform::Reform;

/// An engine with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spec {
    /// The engine that suits the model: a slice of native search, then an engine chosen by
    /// features.
    Auto,
    /// Enumerates all assignments with the plain check.
    Brute,
    /// Backtracking with propagation.
    Native(Box<Settings>),
    /// Local search, which finds solutions and never shows that none exists.
    Local(LocalSettings),
    /// Forward checking or generalised arc consistency, searched and counted as in textbooks.
    Textbook(TextbookSettings),
    /// A published algorithm on SET.
    Paper(Paper),
    /// Reformulation along the dimensions of values.
    Reform(Box<Reform>),
    /// Clauses and a SAT solver.
    Sat {
        /// The solver.
        solver: SatKind,
        /// The encodings.
        options: Options,
    },
    /// SMT terms and an SMT solver.
    Smt {
        /// The solver.
        solver: SmtKind,
        /// The representation of integers.
        encoding: SmtEncoding,
    },
    /// The constraint solver Pumpkin, on the model itself.
    Pumpkin,
    /// Clauses in a file, and an external SAT solver.
    Dimacs {
        /// The command.
        program: Program,
        /// The encodings.
        options: Options,
        /// The form of the proofs that it writes to `{proof}`; `None` is detected from their
        /// content.
        proof: Option<ProofFormat>,
    },
    /// Clauses as pseudo-Boolean constraints in a file, and an external solver.
    Opb {
        /// The command.
        program: Program,
        /// The encodings.
        options: Options,
    },
    /// XCSP3 in a file, and an external constraint solver.
    Xcsp3 {
        /// The command.
        program: Program,
    },
    /// SMT terms in a file, and an external SMT solver.
    Smtlib {
        /// The command.
        program: Program,
        /// The representation of integers.
        encoding: SmtEncoding,
    },
    /// FlatZinc in a file, and an external constraint solver.
    Flatzinc {
        /// The command.
        program: Program,
        /// The global constraints that it reads.
        globals: Globals,
    },
    /// MiniZinc in a file, and a solver that the program `minizinc` runs.
    Minizinc(MinizincSolver),
    /// A method that only counts.
    Count(Counter),
    /// A program to which the user gave a short name.
    Named(Box<Named>),
    /// A race of other engines.
    Portfolio(Portfolio),
}

impl Spec {
    /// Returns native search with its default settings.
    #[must_use]
    pub fn native() -> Self {
        Spec::Native(Box::default())
    }

    /// Returns a SAT engine with this encoding of integers, and defaults for the rest.
    #[must_use]
    pub fn sat(solver: SatKind, integers: IntEncoding) -> Self {
        Spec::Sat { solver, options: Options { integers, ..Options::default() } }
    }

    /// Returns a SAT engine that this build has and that gives cores and proofs.
    #[must_use]
    pub fn best_sat() -> Self {
        let cadical = SatKind::Cadical.is_built();
        let solver = if cadical { SatKind::Cadical } else { SatKind::Varisat };
        Spec::sat(solver, IntEncoding::Direct)
    }

    /// Returns the published reformulation of SET, and the general one.
    #[must_use]
    pub fn reformulations() -> [Self; 2] {
        [Spec::Paper(Paper::Reform(Default::default())), Spec::Reform(Box::default())]
    }

    /// Returns the published search for SET.
    #[must_use]
    pub fn published_search() -> Self {
        Spec::Paper(Paper::Search(Default::default()))
    }

    /// Returns an SMT engine with its default encoding.
    #[must_use]
    pub fn smt(solver: SmtKind) -> Self {
        Spec::Smt { solver, encoding: SmtEncoding::Fd }
    }

    /// Returns every complete engine with its default options, built in or not: each can show that
    /// no solution exists. Local search is not among them.
    #[must_use]
    pub fn defaults() -> Vec<Spec> {
        let sat = SatKind::ALL.into_iter().map(|solver| Spec::sat(solver, IntEncoding::Direct));
        [Spec::Brute, Spec::native(), Spec::Reform(Box::default())]
            .into_iter()
            .chain(sat)
            .chain([Spec::smt(SmtKind::Z3), Spec::Pumpkin])
            .collect()
    }

    /// Returns every engine with every encoding of integers, built in or not.
    pub fn variants() -> Vec<Spec> {
        let mut all = vec![Spec::Auto, Spec::Brute, Spec::native()];
        all.extend(
            Method::ALL
                .map(|method| Spec::Local(LocalSettings { method, ..LocalSettings::default() })),
        );
        all.extend(Strength::ALL.map(|strength| {
            Spec::Textbook(TextbookSettings { strength, ..TextbookSettings::default() })
        }));
        all.extend(Paper::ALL.map(Spec::Paper));
        all.push(Spec::Reform(Box::default()));
        for solver in SatKind::ALL {
            for &integers in IntEncoding::ALL {
                all.push(Spec::sat(solver, integers));
            }
        }
        let encodings = SmtEncoding::ALL.iter();
        all.extend(encodings.map(|&encoding| Spec::Smt { solver: SmtKind::Z3, encoding }));
        all.push(Spec::Pumpkin);
        all.extend(Counter::all().into_iter().map(Spec::Count));
        all
    }

    /// Returns the short name that the user gave the engine.
    #[must_use]
    pub fn short_name(&self) -> Option<&str> {
        match self {
            Spec::Named(named) => Some(&named.name),
            _ => None,
        }
    }
}
