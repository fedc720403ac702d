//! The prover: native search with a certificate.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_engines::{CertificateForm, CertifyingEngine, Spec};
use parallax_formats::inputs::from_bytes;
use parallax_fuzz::programs::FuzzCase;
use parallax_fuzz::programs::language::CaseLanguage;
use parallax_fuzz::programs::language::flatzinc::{FlatZinc, FlatzincLibrary};
use parallax_fuzz::programs::language::row_language::RowLanguage;
use parallax_fuzz::programs::language::smtlib::SmtLib;
use parallax_fuzz::programs::language::xcsp3::Xcsp3Language;
use parallax_fuzz::programs::prover::{CaseProver, MAX_SOLUTIONS, ProvedSolutions, ProverError};
use parallax_fuzz::programs::reply::{TargetAnswer, TargetReply};
use parallax_instance::Instance;
use parallax_model::Value;
use parallax_model::engine_api::{
    Control, Engine, PreparationError, QuestionOutcome, Task, catch_panic,
};
use serde_json::json;

use super::prover_error::ProverStartError;

/// Native search with a limit on its nodes.
const CERTIFYING_ENGINE_SPEC: &str = "native,limit=30000";

/// Maximum number of bytes of a certificate.
const MAX_CERTIFICATE_BYTES: u64 = 30_000_000;

/// Native search with a certificate, through the languages that it reads.
pub(in super::super) struct CertifiedProver {
    pub(super) engine: CertifyingEngine,
    pub(super) languages: Vec<RowLanguage>,
}

impl CertifiedProver {
    /// Makes the prover.
    ///
    /// # Errors
    /// If the engine does not exist.
    pub(in super::super) fn new() -> Result<Self, ProverStartError> {
        let spec: Spec = CERTIFYING_ENGINE_SPEC.parse()?;
        let engine = CertifyingEngine::new(&spec)?.limited_to(MAX_CERTIFICATE_BYTES);
        let all: [Box<dyn CaseLanguage>; 3] = [
            Box::new(Xcsp3Language { all: true }),
            Box::new(FlatZinc(FlatzincLibrary::Parallax)),
            Box::new(SmtLib),
        ];
        Ok(CertifiedProver {
            engine,
            languages: all.into_iter().map(RowLanguage::from_language).collect(),
        })
    }
}

impl CaseProver for CertifiedProver {
    fn takes_case(&self, case: &FuzzCase) -> bool {
        let every = without_objective(case);
        self.languages.iter().any(|language| language.write_case(&every).is_ok())
    }

    fn list_proved_solutions(
        &self,
        case: &FuzzCase,
        language: &dyn CaseLanguage,
        control: &Control,
    ) -> Result<ProvedSolutions, ProverError> {
        // The target's own language comes last, so that a fault in our reader of it cannot make a
        // right target look wrong. The number of the case rotates the others, for variety.
        let mut order: Vec<&RowLanguage> = self.languages.iter().collect();
        let count = order.len();
        order.rotate_left(usize::try_from(case.id).unwrap_or(0) % count);
        // `false` sorts before `true`, and the sort is stable: only the target's language moves.
        order.sort_by_key(|own| own.language_name() == language.language_name());
        let mut why = ProverError::Refused("no language".into());
        for language in order {
            match self.prove_through(case, language, control) {
                Err(ProverError::Refused(reason)) => why = ProverError::Refused(reason),
                other => return other,
            }
        }
        Err(why)
    }
}

impl CertifiedProver {
    /// Proves the solutions of a case in a language.
    pub(super) fn prove_through(
        &self,
        case: &FuzzCase,
        language: &RowLanguage,
        control: &Control,
    ) -> Result<ProvedSolutions, ProverError> {
        let every = without_objective(case);
        let text = language.write_case(&every).map_err(|why| ProverError::Refused(why.0.into()))?;
        let listed = catch_panic(|| self.list_solutions(&text, language.file_extension(), control));
        let CertifiedListing { output, lines } =
            listed.map_err(|panic| ProverError::Wrong(panic.to_string()))??;
        match language.read_output(&every, &output) {
            TargetReply::Answer(TargetAnswer { solutions, complete: true, .. }) => {
                Ok(ProvedSolutions {
                    solutions,
                    lines,
                    language: language.language_name().to_owned(),
                })
            }
            other => Err(ProverError::Wrong(format!("the list cannot be read: {other:?}"))),
        }
    }

    /// Lists the solutions of a text, with a certificate that the checker accepts.
    fn list_solutions(
        &self,
        text: &str,
        extension: &str,
        control: &Control,
    ) -> Result<CertifiedListing, ProverError> {
        let refused = |why: &dyn std::fmt::Display| ProverError::Refused(why.to_string());
        let stream = from_bytes(&format!("case.{extension}"), text.as_bytes().to_vec(), None);
        let found = stream.map_err(|why| refused(&why))?.next();
        let found = found.ok_or_else(|| refused(&"nothing was read"))?;
        let instance = found.map_err(|why| refused(&why))?.instance;
        let view = instance.default_viewpoint();
        let model = instance.model_within(&view, control).map_err(|why| refusal_error(&why))?;
        let model = Arc::new(model);
        let plain = model.plain_model(control).map_err(|why| refusal_error(&why))?;
        let folder = tempfile::tempdir().map_err(|why| refused(&why))?;
        let file = folder.path().join("certificate");
        let engine = self.engine.clone().kept_in(file.clone(), CertificateForm::Text);
        let mut session =
            engine.prepare(&plain.model, 0, control).map_err(|why| refusal_error(&why))?;
        // The count may exceed MAX_SOLUTIONS by one, which tells a full list from one that is too
        // long.
        let (mut rows, mut count, mut wrong) = (Vec::new(), 0, None);
        let givens = instance.givens(&view);
        let outcome = session.ask(&givens, Task::All, control, &mut |values| {
            count += 1;
            match solution_row(&*instance, plain.original_values(values), &model) {
                Ok(row) if count <= MAX_SOLUTIONS => rows.push(row),
                Ok(_) => {}
                Err(why) => wrong = Some(why),
            }
            let go_on = count <= MAX_SOLUTIONS && wrong.is_none();
            if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if let Some(why) = wrong {
            return Err(ProverError::Wrong(why));
        }
        if count > MAX_SOLUTIONS {
            return Err(ProverError::TooMany);
        }
        check_outcome(&outcome)?;
        let answer = if count > 0 { "sat" } else { "unsat" };
        rows.push(json!({ "schema": "parallax-row-2", "answer": answer, "complete": true }));
        let lines: Vec<String> = rows.iter().map(ToString::to_string).collect();
        let certificate = File::open(&file).map_err(|why| refused(&why))?;
        let counted = BufReader::new(certificate).lines().count() as u64;
        Ok(CertifiedListing { output: lines.join("\n"), lines: counted })
    }
}

/// Returns the case without its objective: it asks for all solutions, and the fuzzer takes the
/// best.
fn without_objective(case: &FuzzCase) -> FuzzCase {
    FuzzCase { objective: None, assume: false, ..case.clone() }
}

/// A list of solutions as `--format json` prints it, and the lines of its certificate.
struct CertifiedListing {
    output: String,
    pub(super) lines: u64,
}

/// Returns a solution as `--format json` prints it.
fn solution_row(
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

/// Checks that the certificate is accepted and the list complete.
fn check_outcome(outcome: &QuestionOutcome) -> Result<(), ProverError> {
    let proof = outcome.proof.as_ref();
    match proof.and_then(|proof| proof.accepted) {
        Some(true) if outcome.complete => Ok(()),
        Some(false) => {
            Err(ProverError::Wrong(proof.map_or(String::new(), |own| own.words.clone())))
        }
        // The list is incomplete, or the checker gives no verdict, as on a model with a kind that
        // it does not know. The case is skipped.
        _ => Err(ProverError::TooLong),
    }
}

/// Converts the refusal of a model to one of the case.
fn refusal_error(refusal: &PreparationError) -> ProverError {
    match refusal {
        PreparationError::Stopped(_) => ProverError::TooLong,
        other => ProverError::Refused(format!("{other:?}")),
    }
}
