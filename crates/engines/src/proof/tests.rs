//! Solvers that make false claims.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_encodings::EncodingOptions;
use parallax_model::engine_api::{Answer, Control, EffortCounters, QuestionOutcome, Session, Task};
use parallax_model::{Domain, Model};
use parallax_solvers::proofs::ProofFormat;
use parallax_solvers::{SatAnswer, SatSolver, SolverError};
use parallax_translate::ModelClauses;
use rustsat::types::Lit;

use super::proving_engine::ProvingSession;
use super::session_proof::SessionProof;
use crate::sat::SatSession;

/// A solver that claims that every formula has no model, and writes a given proof.
struct Liar {
    out: Box<dyn Write>,
    proof: &'static [u8],
}

impl SatSolver for Liar {
    fn reserve_variables(&mut self, _variables: u32) {}

    fn add_clause(&mut self, _clause: &[Lit]) -> Result<(), SolverError> {
        Ok(())
    }

    fn solve_clauses(
        &mut self,
        _assumptions: &[Lit],
        _control: &Control,
    ) -> Result<SatAnswer, SolverError> {
        Ok(SatAnswer::Unsatisfiable)
    }

    fn is_true(&self, _lit: Lit) -> bool {
        false
    }

    fn failed_assumptions(&self) -> Vec<Lit> {
        Vec::new()
    }

    fn effort_counters(&self) -> EffortCounters {
        EffortCounters::new()
    }

    fn end_proof(&mut self) -> Result<(), SolverError> {
        Ok(self.out.write_all(self.proof).and_then(|()| self.out.flush())?)
    }
}

/// Returns the outcome of a liar with this proof on a model with two solutions.
fn asked(raw: ProofFormat, form: ProofFormat, proof: &'static [u8]) -> QuestionOutcome {
    let control = Control::unlimited();
    let mut model = Model::new("two");
    model.add_shown("x", Domain::from_range(1, 2)).expect("a new name");
    let model = Arc::new(model);
    let cnf =
        ModelClauses::from_model(&model, &EncodingOptions::default(), &control).expect("small");
    let written = SessionProof::new(raw, form, None).expect("a temporary file");
    let out = Box::new(written.open_writer().expect("a temporary file"));
    let session = SatSession::with_solver(&model, cnf, Box::new(Liar { out, proof }), &control);
    let session = session.expect("it takes everything");
    let mut session = ProvingSession { session, written: Some(written) };
    session.ask(&[], Task::First, &control, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn an_answer_with_a_wrong_proof_is_none() {
    for (raw, form, proof) in [
        (ProofFormat::Lrat, ProofFormat::Lrat, &b""[..]),
        (ProofFormat::Lrat, ProofFormat::Lrat, b"9 0 1 2 0\n"),
        (ProofFormat::BinaryLrat, ProofFormat::BinaryLrat, b"a\x12\x00\x02\x04\x00"),
        (ProofFormat::Varisat, ProofFormat::Varisat, b""),
        (ProofFormat::Varisat, ProofFormat::Lrat, b"nonsense"),
    ] {
        let outcome = asked(raw, form, proof);
        let words = outcome.proof.expect("words").words;
        assert!(words.contains(" proof refused: "), "{words}");
        assert_eq!(outcome.answer, Answer::Unknown(words.into()));
        assert!(!outcome.complete);
    }
}
