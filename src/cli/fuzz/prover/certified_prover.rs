//! The prover: native search with a certificate.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_engines::{CertificateForm, Certifying, Spec};
use parallax_formats::inputs::from_bytes;
use parallax_fuzz::programs::Case;
use parallax_fuzz::programs::language::Language;
use parallax_fuzz::programs::language::flatzinc::{FlatZinc, Library};
use parallax_fuzz::programs::language::rows::Rows;
use parallax_fuzz::programs::language::smtlib::SmtLib;
use parallax_fuzz::programs::language::xcsp3::Xcsp3;
use parallax_fuzz::programs::prover::{Proved, Prover, SOLUTIONS, Unproved};
use parallax_fuzz::programs::reply::{Answer, Reply};
use parallax_model::Value;
use parallax_model::ask::{Control, Engine, Outcome, Refusal, Task, caught};
use parallax_model::instance::Instance;
use serde_json::json;

use super::prover_error::ProverError;

/// Native search with a limit on its nodes.
const ENGINE: &str = "native,limit=30000";

/// Maximum number of bytes of a certificate.
const BYTES: u64 = 30_000_000;

/// Native search with a certificate, through the languages that it reads.
pub(in super::super) struct Certified {
    pub(super) engine: Certifying,
    pub(super) languages: Vec<Rows>,
}

impl Certified {
    /// Makes the prover.
    ///
    /// # Errors
    /// If the engine does not exist.
    pub(in super::super) fn new() -> Result<Self, ProverError> {
        let spec: Spec = ENGINE.parse()?;
        let engine = Certifying::new(&spec)?.limited_to(BYTES);
        let all: [Box<dyn Language>; 3] = [
            Box::new(Xcsp3 { all: true }),
            Box::new(FlatZinc(Library::Parallax)),
            Box::new(SmtLib),
        ];
        Ok(Certified { engine, languages: all.into_iter().map(Rows::of).collect() })
    }
}

impl Prover for Certified {
    fn takes(&self, case: &Case) -> bool {
        let every = without_objective(case);
        self.languages.iter().any(|language| language.write(&every).is_ok())
    }

    fn prove(
        &self,
        case: &Case,
        language: &dyn Language,
        control: &Control,
    ) -> Result<Proved, Unproved> {
        // The target's own language last: a reader of it has no part in most truths. The number of
        // the case decides about the order of the others.
        let mut order: Vec<&Rows> = self.languages.iter().collect();
        let count = order.len();
        order.rotate_left(usize::try_from(case.id).unwrap_or(0) % count);
        order.sort_by_key(|own| own.name() == language.name());
        let mut why = Unproved::Refused("no language".into());
        for language in order {
            match self.through(case, language, control) {
                Err(Unproved::Refused(reason)) => why = Unproved::Refused(reason),
                other => return other,
            }
        }
        Err(why)
    }
}

impl Certified {
    /// Proves the solutions of a case in a language.
    pub(super) fn through(
        &self,
        case: &Case,
        language: &Rows,
        control: &Control,
    ) -> Result<Proved, Unproved> {
        let every = without_objective(case);
        let text = language.write(&every).map_err(|why| Unproved::Refused(why.0.into()))?;
        let listed = caught(|| self.listed(&text, language.extension(), control));
        let Listed { output, lines } =
            listed.map_err(|panic| Unproved::Wrong(panic.to_string()))??;
        match language.read(&every, &output) {
            Reply::Answer(Answer { solutions, complete: true, .. }) => {
                Ok(Proved { solutions, lines, language: language.name().to_owned() })
            }
            other => Err(Unproved::Wrong(format!("the list cannot be read: {other:?}"))),
        }
    }

    /// Lists the solutions of a text, with a certificate that the checker accepts.
    fn listed(&self, text: &str, extension: &str, control: &Control) -> Result<Listed, Unproved> {
        let refused = |why: &dyn std::fmt::Display| Unproved::Refused(why.to_string());
        let stream = from_bytes(&format!("case.{extension}"), text.as_bytes().to_vec(), None);
        let found = stream.map_err(|why| refused(&why))?.next();
        let found = found.ok_or_else(|| refused(&"nothing was read"))?;
        let instance = found.map_err(|why| refused(&why))?.instance;
        let view = instance.default_viewpoint();
        let model = instance.model_within(&view, control).map_err(|why| unproved(&why))?;
        let model = Arc::new(model);
        let plain = model.plain(control).map_err(|why| unproved(&why))?;
        let folder = tempfile::tempdir().map_err(|why| refused(&why))?;
        let file = folder.path().join("certificate");
        let engine = self.engine.clone().kept_in(file.clone(), CertificateForm::Text);
        let mut session = engine.prepare(&plain.model, 0, control).map_err(|why| unproved(&why))?;
        let (mut rows, mut count, mut wrong) = (Vec::new(), 0, None);
        let givens = instance.givens(&view);
        let outcome = session.ask(&givens, Task::All, control, &mut |values| {
            count += 1;
            match row(&*instance, plain.original(values), &model) {
                Ok(row) if count <= SOLUTIONS => rows.push(row),
                Ok(_) => {}
                Err(why) => wrong = Some(why),
            }
            let go_on = count <= SOLUTIONS && wrong.is_none();
            if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if let Some(why) = wrong {
            return Err(Unproved::Wrong(why));
        }
        if count > SOLUTIONS {
            return Err(Unproved::TooMany);
        }
        accepted(&outcome)?;
        let answer = if count > 0 { "sat" } else { "unsat" };
        rows.push(json!({ "schema": "parallax-row-2", "answer": answer, "complete": true }));
        let lines: Vec<String> = rows.iter().map(ToString::to_string).collect();
        let certificate = File::open(&file).map_err(|why| refused(&why))?;
        let counted = BufReader::new(certificate).lines().count() as u64;
        Ok(Listed { output: lines.join("\n"), lines: counted })
    }
}

/// Returns a case about all solutions, of which the fuzzer takes the best.
fn without_objective(case: &Case) -> Case {
    Case { objective: None, assume: false, ..case.clone() }
}

/// A list of solutions as `--format json` prints it, and the lines of its certificate.
struct Listed {
    output: String,
    pub(super) lines: u64,
}

/// Returns a solution as `--format json` prints it.
fn row(
    instance: &dyn Instance,
    values: &[Value],
    model: &parallax_model::Model,
) -> Result<serde_json::Value, String> {
    let view = instance.default_viewpoint();
    let solution = model.check(&[], values).map_err(|why| why.to_string())?;
    let read = instance.solution(&view, &solution);
    instance.rules_in_full(&solution, &read).map_err(|why| why.to_string())?;
    let text = instance.notation().write_solution(&read);
    Ok(json!({ "schema": "parallax-solution-1", "solution": text }))
}

/// Returns why an outcome is not accepted.
fn accepted(outcome: &Outcome) -> Result<(), Unproved> {
    let proof = outcome.proof.as_ref();
    match proof.and_then(|proof| proof.accepted) {
        Some(true) if outcome.complete => Ok(()),
        Some(false) => Err(Unproved::Wrong(proof.map_or(String::new(), |own| own.words.clone()))),
        // A model with a kind that the checker does not know is not searched again.
        _ => Err(Unproved::TooLong),
    }
}

/// Returns a refusal of a model as that of a case.
fn unproved(refusal: &Refusal) -> Unproved {
    match refusal {
        Refusal::Stopped(_) => Unproved::TooLong,
        other => Unproved::Refused(format!("{other:?}")),
    }
}
