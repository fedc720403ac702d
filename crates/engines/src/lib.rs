//! Engines: complete methods from model to answer, named by short specs.
//!
//! A text such as `sat:cadical+order` becomes a [`Spec`], and a [`Spec`] is an [`Engine`]: it
//! prepares a session for a model, which answers questions. Candidates go to the caller, who checks
//! them. [`jobs`] runs any engine in a child process. [`auto`] chooses an engine for a model,
//! [`Portfolio`] races several, [`Cubed`] and [`Parallel`] use several threads, [`Certifying`] and
//! [`Proving`] attach evidence to answers.
//!
//! To add an engine: write its session in a file or a folder here ([`brute`] is the shortest); add
//! a variant of [`Spec`], its name in `spec/print.rs` and `spec/read.rs`, and its family and
//! abilities in `spec/declared.rs`. The compiler names the other matches. List it in
//! [`Spec::variants`], from which `parallax engines` and the tests take engines:
//! `tests/cross/src/agree.rs` compares each with brute force.
//!
//! Engines find a best solution by successively lower bounds on the objective. Native search
//! tightens one propagator (branch and bound). SAT engines tie the objective once to a number in
//! order-encoded digits, and bound that by a few clauses under a literal, in steps that double
//! while they succeed. SMT engines assert the bound.
//!
//! A count on several threads checks each solution by `Model::check` in the thread that finds it,
//! and passes only one on to the judge, because a single judge for all threads takes longer than
//! the search.

pub mod auto;
pub mod brute;
mod certify;
mod count;
mod external;
pub mod jobs;
mod local;
mod native;
mod native_threads;
mod on_cubes;
pub mod paper;
mod plain;
mod portfolio;
mod proof;
mod pumpkin;
pub mod reform;
mod sat;
mod smt;
mod spec;
mod trace;

pub use certify::{
    CERTIFICATE_LIMIT, CertificateForm, Certifying, CertifyingError, JoinError, JoinedPart,
    join_certificates,
};
pub use count::{Counter, Installed, Outside, chosen_counter};
pub use native_threads::Parallel;
pub use on_cubes::{Cubed, NoCubes};
pub use portfolio::{Portfolio, Racing, at_hand};
pub use proof::{NoProofs, Proving};
pub use spec::{
    EngineList, Matters, MinizincSolver, Spec, each_encoding, parse_list, parse_options,
};
pub use trace::TracedRun;

use std::sync::Arc;

use parallax_model::Model;
use parallax_model::ask::{Abilities, Control, Engine, Family, Refusal, Session};
use parallax_search::textbook::Textbook;
use parallax_translate::ClauseFormat;

impl Engine for Spec {
    fn spec(&self) -> String {
        self.to_string()
    }

    fn name(&self) -> String {
        self.short_name().map_or_else(|| self.to_string(), str::to_owned)
    }

    fn family(&self) -> Family {
        self.behind()
    }

    fn abilities(&self) -> Abilities {
        self.declared()
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, Refusal> {
        control.check()?;
        if self.takes_globals() {
            return self.session(model, seed, control);
        }
        plain::on_plain(model, control, |model| self.session(model, seed, control))
    }
}

impl Spec {
    /// Whether the engine, or those that it passes the model on to, take global constraints.
    /// Others get their plain form.
    fn takes_globals(&self) -> bool {
        match self {
            Spec::Native(settings) => !settings.plain,
            Spec::Auto
            | Spec::Brute
            | Spec::Named(_)
            | Spec::Portfolio(_)
            | Spec::Xcsp3 { .. }
            | Spec::Minizinc(_) => true,
            Spec::Paper(_)
            | Spec::Reform(_)
            | Spec::Textbook(_)
            | Spec::Local(_)
            | Spec::Sat { .. }
            | Spec::Smtlib { .. }
            | Spec::Smt { .. }
            | Spec::Pumpkin
            | Spec::Count(_)
            | Spec::Dimacs { .. }
            | Spec::Opb { .. }
            | Spec::Flatzinc { .. } => false,
        }
    }

    fn session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, Refusal> {
        match self {
            Spec::Auto => auto::Auto::default().prepare(model, seed, control),
            Spec::Brute => Ok(Box::new(brute::Brute::new(model.clone()))),
            Spec::Paper(algorithm) => paper::session(model, *algorithm, seed),
            Spec::Reform(reform) => reform::session(model, reform, seed, control),
            Spec::Native(settings) => native::session(model, settings, seed, control),
            Spec::Textbook(settings) => Textbook::new(model, settings, seed, control).map(boxed),
            Spec::Local(settings) => Ok(local::session(model, settings, seed)),
            Spec::Sat { solver, options } => {
                Ok(Box::new(sat::SatSession::new(model, *solver, options, seed, control)?))
            }
            Spec::Smtlib { program, encoding } => {
                let session =
                    external::SmtlibSession::start(model, *encoding, program, seed, control)?;
                Ok(Box::new(session))
            }
            Spec::Smt { solver, encoding } => {
                smt::session(model, *solver, *encoding, seed, control)
            }
            Spec::Pumpkin => pumpkin::session(model, seed, control),
            Spec::Count(counter) => counter.session(model, seed, control),
            Spec::Dimacs { program, options, proof } => {
                let encoding =
                    external::Encoding { language: ClauseFormat::Dimacs, options, proof: *proof };
                let session =
                    external::DimacsSession::start(model, &encoding, program, seed, control)?;
                Ok(Box::new(session))
            }
            Spec::Opb { program, options } => {
                let language = ClauseFormat::Opb;
                let encoding = external::Encoding { language, options, proof: None };
                let session =
                    external::DimacsSession::start(model, &encoding, program, seed, control)?;
                Ok(Box::new(session))
            }
            Spec::Xcsp3 { program } => {
                Ok(Box::new(external::Xcsp3Session::start(model, program, seed, control)?))
            }
            Spec::Flatzinc { program, globals } => {
                let session =
                    external::FlatzincSession::start(model, *globals, program, seed, control)?;
                Ok(Box::new(session))
            }
            Spec::Minizinc(solver) => {
                Ok(Box::new(external::MinizincSession::start(model, solver, seed, control)?))
            }
            Spec::Named(named) => named.spec.prepare(model, seed, control),
            Spec::Portfolio(race) => {
                // Every engine works in this process; `jobs` provides children.
                let here = |spec: Spec| -> Arc<dyn Engine> { Arc::new(spec) };
                Racing::new(race, at_hand(), &here).prepare(model, seed, control)
            }
        }
    }
}

/// Returns a session behind its interface.
fn boxed(session: impl Session + 'static) -> Box<dyn Session> {
    Box::new(session)
}
