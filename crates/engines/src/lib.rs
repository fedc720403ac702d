//! Engines: complete methods from model to answer, named by short specs.
//!
//! A text such as `sat:cadical+order` becomes a [`Spec`], and a [`Spec`] is an
//! `Engine`: it prepares a session for a model, which answers questions. Candidates go to the
//! caller, who checks them. [`jobs`] runs any engine in a child process. [`auto`] chooses an engine
//! for a model, [`Portfolio`] races several, [`CubedEngine`] and [`ParallelNativeSearch`] use
//! several threads, [`CertifyingEngine`] and [`ProvingEngine`] attach evidence to answers.
//!
//! To add an engine: write a file or a folder here ([`brute`] is the shortest) with its session and
//! a struct of its options, which implements [`EngineKind`] (how its specs are read, which of them
//! lists show) and [`ConfiguredEngine`] (its name, family, abilities and sessions), and add its
//! `mod` line and its line to `engines!` below. `parallax engines`, its page of the documentation
//! and the tests take engines from this list: `tests/cross/src/agree.rs` compares each with brute
//! force, except those that only count or whose family is incomplete
//! (`EngineFamily::is_incomplete`). The struct is `pub(crate)` unless other crates name it; then it
//! is exported below.
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
mod named;
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
mod textbook;
mod trace;

/// Makes the list of all kinds of engines from the modules that hold them. Lists show engines in
/// this order.
macro_rules! engines {
    ($($module:ident: $($kind:ident),+;)+) => {
        /// Every kind of engine.
        const ENGINES: &[spec::EngineEntry] =
            &[$($(spec::EngineEntry::from_kind::<$module::$kind>()),+),+];
    };
}

engines! {
    auto: AutoEngine;
    brute: BruteForce;
    native: NativeSearch;
    local: LocalSearch;
    textbook: TextbookSearch;
    paper: Paper;
    reform: Reform;
    sat: SatEngine;
    smt: SmtEngine;
    pumpkin: PumpkinEngine;
    count: Counter;
    external: DimacsEngine, OpbEngine, Xcsp3Engine, SmtlibEngine, FlatzincEngine, MinizincSolver;
    named: NamedProgram;
    portfolio: Portfolio;
}

pub use certify::{
    CERTIFICATE_LIMIT, CertificateForm, CertifyingEngine, CertifyingError, JoinError, JoinedPart,
    join_certificates,
};
pub use count::{Counter, ExternalCounter, InstalledCounter, chosen_counter};
pub use external::{
    DimacsEngine, FlatzincEngine, MinizincSolver, OpbEngine, SmtlibEngine, Xcsp3Engine,
};
pub use local::LocalSearch;
pub use native::NativeSearch;
pub use native_threads::ParallelNativeSearch;
pub use on_cubes::{CubedEngine, NoCubes};
pub use portfolio::{Portfolio, RacingEngine, at_hand};
pub use proof::{ProofFormatError, ProvingEngine};
pub use pumpkin::PumpkinEngine;
pub use sat::SatEngine;
pub use smt::SmtEngine;
pub use spec::{
    ChoiceFilter, ConfiguredEngine, EngineFacts, EngineKind, EngineList, EngineUsage, Spec,
    SpecFault, USUAL_SIZE, each_encoding, parse_list, parse_options,
};
pub use textbook::TextbookSearch;
pub use trace::{TracedRun, TracingEngine};
