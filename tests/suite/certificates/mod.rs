//! Certificates of native search and of SAT solvers, written by engines and by the program.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use parallax_certificates::{
    AcceptedClaim, CertificateClaim, CertificateLineError, CheckerModel as Flat, StepEncoding, json,
};
use parallax_engines::{CertifyingEngine, Spec};
use parallax_model::engine_api::{Answer, Control, Engine, Task};
use parallax_model::{ConstraintKind, GlobalKind, Model, Value};

mod kinds;
pub(super) mod mutations;
mod program;
#[path = "../../../crates/certificates/tests/second/mod.rs"]
mod second;
mod solvers;

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// Settings that differ in what they derive and in how they branch.
pub(super) const SETTINGS: [&str; 15] = [
    "native",
    "native,none",
    "native,fc",
    "native,ac",
    "native,singles",
    "native,bounds",
    "native,gac",
    "native:mid+gval",
    "native:mad+aval",
    "native:random+random",
    "native,d-way",
    "native:domdeg,fc,d-way",
    "native:chs,gac,lc",
    "native:activity,restarts=luby:2",
    "native:random+random,gac,d-way,restarts=luby:1",
];

/// Returns the kinds that the checker knows.
pub(super) fn certified_kinds() -> Vec<ConstraintKind> {
    let globals = [ConstraintKind::Global(GlobalKind::Regular)];
    ConstraintKind::CORE.iter().copied().chain(globals).collect()
}

fn settings() -> Vec<Spec> {
    SETTINGS.iter().map(|text| text.parse().expect("settings")).collect()
}

/// Returns the answer, the number of candidates, and the result of checking the certificate.
fn certified(
    spec: &Spec,
    model: &Arc<Model>,
    task: Task,
    file: &Path,
) -> (Answer, u64, Option<bool>, String) {
    let engine = CertifyingEngine::new(spec).expect("native search");
    let engine = engine.kept_in(file.to_owned(), StepEncoding::Text);
    asked(&engine, model, task)
}

/// Runs any engine that certifies, and returns these results.
fn asked(
    engine: &CertifyingEngine,
    model: &Arc<Model>,
    task: Task,
) -> (Answer, u64, Option<bool>, String) {
    let control = Control::unlimited();
    let mut session = engine.prepare(model, 7, &control).expect("a session");
    let mut given = 0;
    let outcome = session.ask(&[], task, &control, &mut |_: &[Value]| {
        given += 1;
        ControlFlow::Continue(())
    });
    let proof = outcome.proof.expect("a fate");
    (outcome.answer, given, proof.accepted, proof.words)
}

fn whole(model: &Flat, input: impl Read) -> Result<AcceptedClaim, CertificateLineError> {
    let none = &mut |_: &str| Err(io::ErrorKind::NotFound.into());
    parallax_certificates::check_certificate(model, input, none, &|| Ok(()))
}

fn check(model: &Flat, input: impl Read) -> Result<CertificateClaim, String> {
    whole(model, input).map(|accepted| accepted.claim).map_err(|refused| refused.to_string())
}

/// Returns the claim that the checker reads in the files.
fn claim(file: &Path) -> Result<CertificateClaim, String> {
    let model = fs::read_to_string(file.with_extension("cert.model.json")).expect("a model");
    let model = json::read_model(&model).expect("the checker reads the model");
    check(&model, fs::File::open(file).expect("a file"))
}

pub(super) fn shown_solutions(model: &Model) -> u64 {
    let spec: Spec = "brute".parse().expect("a spec");
    let model = Arc::new(model.clone());
    let control = Control::unlimited();
    let mut session = spec.prepare(&model, 0, &control).expect("small models");
    let mut shown = HashSet::new();
    session.ask(&[], Task::All, &control, &mut |values: &[Value]| {
        shown.insert(model.shown().iter().map(|v| values[v.index()]).collect::<Vec<_>>());
        ControlFlow::Continue(())
    });
    shown.len() as u64
}
