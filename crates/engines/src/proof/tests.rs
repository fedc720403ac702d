//! Solvers that make false claims.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_encodings::Options;
use parallax_model::ask::{Answer, Control, Counters, Outcome, Session, Task};
use parallax_model::{Domain, Model};
use parallax_solvers::proofs::ProofFormat;
use parallax_solvers::{SatAnswer, SatSolver, SolverError};
use parallax_translate::Cnf;
use rustsat::types::Lit;

use super::proving_engine::ProvingSession;
use super::written::Written;
use crate::sat::SatSession;

/// A solver that claims that every formula has no model, and writes a given proof.
struct Liar {
    out: Box<dyn Write>,
    proof: &'static [u8],
}

impl SatSolver for Liar {
    fn reserve(&mut self, _variables: u32) {}

    fn add_clause(&mut self, _clause: &[Lit]) -> Result<(), SolverError> {
        Ok(())
    }

    fn solve(
        &mut self,
        _assumptions: &[Lit],
        _control: &Control,
    ) -> Result<SatAnswer, SolverError> {
        Ok(SatAnswer::Unsatisfiable)
    }

    fn is_true(&self, _lit: Lit) -> bool {
        false
    }

    fn core(&self) -> Vec<Lit> {
        Vec::new()
    }

    fn counters(&self) -> Counters {
        Counters::new()
    }

    fn end_proof(&mut self) -> Result<(), SolverError> {
        Ok(self.out.write_all(self.proof).and_then(|()| self.out.flush())?)
    }
}

/// Returns the outcome of a liar with this proof on a model with two solutions.
fn asked(raw: ProofFormat, form: ProofFormat, proof: &'static [u8]) -> Outcome {
    let control = Control::unlimited();
    let mut model = Model::new("two");
    model.add_shown("x", Domain::range(1, 2)).expect("a new name");
    let model = Arc::new(model);
    let cnf = Cnf::of(&model, &Options::default(), &control).expect("small");
    let written = Written::new(raw, form, None).expect("a temporary file");
    let out = Box::new(written.writer().expect("a temporary file"));
    let session = SatSession::with(&model, cnf, Box::new(Liar { out, proof }), &control);
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
